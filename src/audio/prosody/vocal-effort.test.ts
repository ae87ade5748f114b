import { expect, test } from 'vitest'
import { bandLevelDb } from '../../../test/support/band-level.ts'
import { makeSine } from '../../../test/support/make-sine.ts'
import { tiltSpectrum } from './tilt-spectrum.ts'
import { EFFORT_CORNER_HZ, effortTilt, effortTiltAt } from './vocal-effort.ts'

const decibels = (factor: number) => 20 * Math.log10(factor)

test('speech without effort of its own keeps its spectrum', () => {
  for (const hertz of [50, 1200, 8000]) expect(effortTiltAt(hertz, 0)).toBe(1)
})

test.each([9, 4, -6, -15])(
  'of %d dB of loudness, the upper spectrum gets half of a dB a dB more than the lower',
  (loudnessDb) => {
    expect(decibels(effortTiltAt(20_000, loudnessDb) / effortTiltAt(50, loudnessDb))).toBeCloseTo(loudnessDb / 2, 0)
  },
)

test.each([200, 800, 2000, 3000])('says of %d Hz what the filter does', (hertz) => {
  const tone = makeSine({ hertz, seconds: 0.5, sampleRate: 24_000 })
  for (const loudnessDb of [9, -15]) {
    const factorAt = () => effortTilt(loudnessDb)
    const tilted = tiltSpectrum(tone.samples, { sampleRate: 24_000, cornerHz: EFFORT_CORNER_HZ, factorAt })
    const change = bandLevelDb({ ...tone, samples: tilted }, hertz) - bandLevelDb(tone, hertz)
    expect(Math.abs(change - decibels(effortTiltAt(hertz, loudnessDb)))).toBeLessThan(0.3)
  }
})
