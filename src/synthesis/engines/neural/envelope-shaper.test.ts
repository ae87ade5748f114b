import { expect, test } from 'vitest'
import { loudnessWeight } from '../../../audio/loudness/k-weighting.ts'
import { effortTiltAt } from '../../../audio/prosody/vocal-effort.ts'
import { createEnvelopeShaper } from './envelope-shaper.ts'

const BAND_HZ = Array.from({ length: 80 }, (_, m) => 50 * 1.07 ** m)
/** Two formants, in nepers. */
const ENVELOPE = Float32Array.from(BAND_HZ, (hz) => -4 + 2 * bump(hz, 600) + 1.5 * bump(hz, 2400))

function bump(hz: number, centre: number): number {
  return Math.exp(-((Math.log2(hz / centre) / 0.3) ** 2))
}

function shape(options: { sharpening?: number; size?: number; gainDb?: number; presenceDb?: number }): Float32Array {
  const { sharpening = 0, size = 1, gainDb = 0, presenceDb = 0 } = options
  const shaped = new Float32Array(80)
  createEnvelopeShaper({ bandHz: BAND_HZ, sharpening, size, presenceDb })(
    { values: ENVELOPE, at: 0 },
    gainDb,
    shaped,
    0,
  )
  return shaped
}

function peakHz(envelope: Float32Array, above = 0): number {
  const inside = BAND_HZ.map((hz, m) => (hz > above ? envelope[m]! : Number.NEGATIVE_INFINITY))
  return BAND_HZ[inside.indexOf(Math.max(...inside))]!
}

function powerDb(envelope: Float32Array, weightOf: (hz: number) => number = () => 1): number {
  const powers = BAND_HZ.map((hz, m) => (m === 0 || m === 79 ? 0.5 : 1) * hz * 0.07 * weightOf(hz))
  return 10 * Math.log10(powers.reduce((sum, power, m) => sum + power * Math.exp(2 * envelope[m]!), 0))
}

test('leaves an envelope alone when nothing is asked', () => {
  expect(shape({})).toEqual(ENVELOPE)
})

test('adds the presence above 4.5 kHz, part of it above 3 kHz, and none below', () => {
  const added = shape({ presenceDb: 2 }).map((value, m) => ((value - ENVELOPE[m]!) * 20) / Math.LN10)
  for (const [m, hz] of BAND_HZ.entries()) {
    const wanted = hz <= 3000 ? 0 : hz >= 4500 ? 2 : (2 * (hz - 3000)) / 1500
    expect(added[m]).toBeCloseTo(wanted, 4)
  }
})

test.each([0.86, 1.15])('moves the formants by a size of %d', (size) => {
  const shaped = shape({ size })
  expect(peakHz(shaped) / peakHz(ENVELOPE)).toBeCloseTo(size, 0.9)
  expect(Math.abs(Math.log(peakHz(shaped, 1500) / peakHz(ENVELOPE, 1500) / size))).toBeLessThan(0.07)
})

test('deepens valleys at the same power', () => {
  const shaped = shape({ sharpening: 0.3 })
  const valley = BAND_HZ.findIndex((hz) => hz > 1200)
  const depth = (envelope: Float32Array) => envelope[BAND_HZ.indexOf(peakHz(envelope))]! - envelope[valley]!
  expect(depth(shaped)).toBeGreaterThan(depth(ENVELOPE) + 0.1)
  expect(powerDb(shaped)).toBeCloseTo(powerDb(ENVELOPE), 1)
})

test.each([-15, -6, 6, 9])('tilts with the effort of %d dB, at the same loudness', (gainDb) => {
  const shaped = shape({ gainDb })
  const changeDb = (hz: number) => {
    const m = BAND_HZ.findIndex((band) => band > hz)
    return 8.686 * (shaped[m]! - ENVELOPE[m]!)
  }
  const wanted = 20 * Math.log10(effortTiltAt(3100, gainDb) / effortTiltAt(100, gainDb))
  expect(Math.abs(changeDb(3000) - changeDb(90) - wanted)).toBeLessThan(0.2)
  expect(powerDb(shaped, loudnessWeight)).toBeCloseTo(powerDb(ENVELOPE, loudnessWeight), 1)
})
