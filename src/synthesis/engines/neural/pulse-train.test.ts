import { expect, test } from 'vitest'
import { createNoiseTable } from '../noise-table.ts'
import { PulseTrain } from './pulse-train.ts'

const SHAPE = { frames: 40, frameSamples: 256, sampleRate: 22_050, noise: createNoiseTable() }

function trainOf(hz: (frame: number) => number, { voicing = 1, jitter = 0 } = {}): PulseTrain {
  const train = new PulseTrain({ ...SHAPE, jitter })
  for (let t = 0; t < SHAPE.frames; t++) {
    train.f0[t] = hz(t)
    train.voicing[t] = voicing
  }
  return train
}

function countPulses(samples: Float32Array): number {
  const highest = samples.reduce((most, sample) => Math.max(most, sample), 0)
  return samples.filter((x, i) => x > highest / 2 && x > (samples[i - 1] ?? 0) && x >= (samples[i + 1] ?? 0)).length
}

test.each([80, 220, 450])('pulses %i times a second', (hz) => {
  const train = trainOf(() => hz)
  train.writeUpTo(SHAPE.frames)
  const seconds = train.samples.length / SHAPE.sampleRate
  expect(Math.abs(countPulses(train.samples) - hz * seconds)).toBeLessThanOrEqual(1.5)
})

test('has the same power at every pitch', () => {
  const powers = [100, 200, 400].map((hz) => {
    const train = trainOf(() => hz)
    train.writeUpTo(SHAPE.frames)
    return train.samples.reduce((sum, sample) => sum + sample ** 2, 0)
  })
  for (const power of powers) expect(power / powers[0]!).toBeCloseTo(1, 1)
})

test('is silent where nothing is voiced', () => {
  const train = trainOf(() => 200, { voicing: 0 })
  train.writeUpTo(SHAPE.frames)
  expect(train.samples.every((sample) => sample === 0)).toBe(true)
})

test('writes the same samples in steps as at once', () => {
  const glide = (frame: number) => 150 + 3 * frame
  const [steps, once] = [trainOf(glide), trainOf(glide)]
  for (const frame of [3, 3, 4, 20, 39, SHAPE.frames]) steps.writeUpTo(frame)
  once.writeUpTo(SHAPE.frames)
  expect(steps.samples).toEqual(once.samples)
})

test.each([100, 200])('moves pulses by a share of their period at %i Hz, and no more of them', (hz) => {
  const placesOf = (jitter: number) => {
    const train = trainOf(() => hz, { jitter })
    train.writeUpTo(SHAPE.frames)
    const { samples } = train
    return [...samples.keys()].filter(
      (i) => samples[i]! > 5 && samples[i]! > samples[i - 1]! && samples[i]! >= samples[i + 1]!,
    )
  }
  const [exact, moved] = [placesOf(0), placesOf(0.01)]
  expect(moved).toHaveLength(exact.length)
  const shifts = moved.map((place, i) => place - exact[i]!)
  const deviation = Math.sqrt(shifts.reduce((sum, shift) => sum + shift ** 2, 0) / shifts.length)
  expect(deviation / (SHAPE.sampleRate / hz)).toBeGreaterThan(0.006)
  expect(deviation / (SHAPE.sampleRate / hz)).toBeLessThan(0.015)
})
