import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTone } from '../../../test/support/make-tone.ts'
import { LoudnessMeter } from './loudness-meter.ts'
import { measureLoudness } from './measure-loudness.ts'

const RATES = [8000, 16_000, 22_050, 24_000, 44_100]

test('chunks of any size give the loudness of the whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RATES),
      fc.integer({ min: 1, max: 60_000 }),
      fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 20 }),
      (sampleRate, length, sizes) => {
        const samples = makeTone(length, sampleRate)
        const meter = new LoudnessMeter()
        const part = meter.begin(sampleRate)
        for (let start = 0, i = 0; start < length; i++) {
          const end = start + sizes[i % sizes.length]!
          part.add(samples.subarray(start, end))
          start = end
        }
        part.end()
        const whole = measureLoudness({ samples, sampleRate })
        expect(meter.read()).toBeCloseTo(whole, 6)
      },
    ),
  )
})

test('parts count by their length, and silence does not count', () => {
  const meter = new LoudnessMeter()
  for (const gain of [0.5, 0.5, 0, 0]) {
    const part = meter.begin(24_000)
    part.add(makeTone(48_000, 24_000).map((sample) => sample * gain))
    part.end()
  }
  const alone = measureLoudness({ samples: makeTone(48_000, 24_000).map((sample) => sample * 0.5), sampleRate: 24_000 })
  expect(meter.read()).toBeCloseTo(alone, 6)
})

test('nothing has no loudness', () => {
  expect(new LoudnessMeter().read()).toBe(Number.NEGATIVE_INFINITY)
})
