import { expect, test } from 'vitest'
import { loadRecording } from '../../../test/support/load-fixture.ts'
import { measureLoudness } from './measure-loudness.ts'

const sine = (decibels: number, sampleRate: number, seconds = 3) => ({
  sampleRate,
  samples: Float32Array.from(
    { length: seconds * sampleRate },
    (_, i) => 10 ** (decibels / 20) * Math.sin((2 * Math.PI * 997 * i) / sampleRate),
  ),
})

test.each([16000, 24000, 48000])('a full-scale sine of 997 Hz in one channel has -3.01 LUFS at %i Hz', (sampleRate) => {
  expect(measureLoudness(sine(0, sampleRate))).toBeCloseTo(-3.01, 1)
  expect(measureLoudness(sine(-20, sampleRate))).toBeCloseTo(-23.01, 1)
})

test('pauses do not count', () => {
  const tone = sine(-20, 24000)
  const samples = new Float32Array(tone.samples.length * 3)
  samples.set(tone.samples, tone.samples.length)
  expect(measureLoudness({ samples, sampleRate: 24000 })).toBeCloseTo(measureLoudness(tone), 0)
})

test('speech has the loudness that ffmpeg measures', () => {
  // ffmpeg -i FILE -af ebur128 -f null -
  expect(Math.abs(measureLoudness(loadRecording('rms').audio) + 20.6)).toBeLessThan(0.2)
  expect(Math.abs(measureLoudness(loadRecording('slt').audio) + 15.2)).toBeLessThan(0.2)
})

test('a short sound is one block, silence has none', () => {
  expect(measureLoudness(sine(-20, 16000, 0.1))).toBeCloseTo(-23, 0)
  expect(measureLoudness({ samples: new Float32Array(16000), sampleRate: 16000 })).toBe(Number.NEGATIVE_INFINITY)
  expect(measureLoudness({ samples: new Float32Array(0), sampleRate: 16000 })).toBe(Number.NEGATIVE_INFINITY)
})
