import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTimeStretcher } from '../src/playback/stretch-time.ts'

const RATE = 24_000

const tone = (hertz: number, seconds: number) =>
  Float32Array.from({ length: RATE * seconds }, (_, index) => 0.5 * Math.sin((2 * Math.PI * hertz * index) / RATE))

/** Stretches what comes in pieces of these lengths, over and over. */
function stretch(samples: Float32Array, speed: number, lengths: readonly number[] = [1920]): Float32Array {
  const stretcher = createTimeStretcher(speed)
  const made: number[] = []
  for (let start = 0, turn = 0; start < samples.length; turn += 1) {
    const length = lengths[turn % lengths.length]!
    made.push(...stretcher.push(samples.slice(start, start + length)))
    start += length
  }
  return Float32Array.from([...made, ...stretcher.flush()])
}

/** Rising zero crossings a second. */
function pitchOf(samples: Float32Array): number {
  let crossings = 0
  for (let index = 1; index < samples.length; index += 1) {
    if (samples[index - 1]! < 0 && samples[index]! >= 0) crossings += 1
  }
  return (crossings * RATE) / samples.length
}

const largestStep = (samples: Float32Array) =>
  samples.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (samples[index - 1] ?? sample))), 0)

test.each([0.5, 0.75, 1.25, 1.5, 2])('at %s times the speed, the length changes and pitch and level stay', (speed) => {
  for (const hertz of [110, 220, 440]) {
    const original = tone(hertz, 2)
    const made = stretch(original, speed)
    expect(made.length / original.length).toBeCloseTo(1 / speed, 1)
    expect(Math.abs(pitchOf(made) / hertz - 1)).toBeLessThan(0.02)
    const middle = made.slice(RATE / 4, -RATE / 4)
    expect(Math.max(...middle)).toBeLessThan(0.56)
    expect(Math.max(...middle)).toBeGreaterThan(0.44)
    // No clicks at the joints.
    expect(largestStep(middle)).toBeLessThan(largestStep(original) * 1.1)
  }
})

test('the result does not depend on how the audio is cut into pieces', () => {
  const original = tone(150, 0.5)
  const whole = stretch(original, 1.5, [original.length])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }), (lengths) => {
      expect(stretch(original, 1.5, lengths)).toEqual(whole)
    }),
    { numRuns: 15 },
  )
})

test('silence stays silence, and nothing becomes nothing', () => {
  expect(stretch(new Float32Array(RATE), 0.75).every((sample) => sample === 0)).toBe(true)
  expect(stretch(new Float32Array(0), 2)).toHaveLength(0)
})
