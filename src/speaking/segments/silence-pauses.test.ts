import { expect, test } from 'vitest'
import { makeSegment, makeWord } from '../../../test/support/make-segment.ts'
import type { Segment } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'
import { silencePauses } from './silence-pauses.ts'

const RATE = 2000
/** 5 ms. */
const FADE = 10

/** Three words of 100 samples, the first with a pause of 50, the second without, the last with 40. */
const TIMES: readonly WordTime[] = [
  { word: 0, startSample: 0, endSample: 100 },
  { word: 1, startSample: 150, endSample: 250 },
  { word: 2, startSample: 250, endSample: 350 },
]
const LENGTH = 390

function makeSilenced(silent: readonly number[]): Segment {
  const segment = makeSegment('tone', [
    makeWord('AA1', { pauseSeconds: 50 / RATE }),
    makeWord('AA1'),
    makeWord('AA1', { pauseSeconds: 40 / RATE }),
  ])
  return {
    ...segment,
    words: segment.words.map((word, i) =>
      silent.includes(i) ? { ...word, boundary: { ...word.boundary!, isSilent: true } } : word,
    ),
  }
}

function silenced(segment: Segment, { times = TIMES, from = 0, length = LENGTH } = {}): Float32Array {
  const samples = new Float32Array(length).fill(1)
  silencePauses({ audio: { samples, sampleRate: RATE }, from }, times, segment)
  return samples
}

test('a pause is silent from its first sample to its last, and nothing else is', () => {
  const samples = silenced(makeSilenced([0]))
  expect([...samples.subarray(100, 150)].every((sample) => sample === 0)).toBe(true)
  expect(samples[99]).toBeGreaterThan(0)
  expect(samples[150]).toBeGreaterThan(0)
  expect([...samples.subarray(0, 100 - FADE)].every((sample) => sample === 1)).toBe(true)
  expect([...samples.subarray(150 + FADE)].every((sample) => sample === 1)).toBe(true)
})

test('the words around it fade in 5 ms, as much one as the other', () => {
  const samples = silenced(makeSilenced([0]))
  const [out, into] = [samples.slice(100 - FADE, 100), samples.slice(150, 150 + FADE)]
  const wanted = Array.from({ length: FADE }, (_, i) => (i + 0.5) / FADE)
  for (const [i, factor] of wanted.entries()) {
    expect(into[i]).toBeCloseTo(factor, 6)
    expect(out[FADE - 1 - i]).toBeCloseTo(factor, 6)
  }
})

test('pauses that need not be silent stay as they are', () => {
  expect(silenced(makeSilenced([])).every((sample) => sample === 1)).toBe(true)
})

test('the pause at the end is silent to the end', () => {
  const samples = silenced(makeSilenced([2]))
  expect([...samples.subarray(350)].every((sample) => sample === 0)).toBe(true)
  expect(samples[349]).toBeGreaterThan(0)
  expect([...samples.subarray(0, 350 - FADE)].every((sample) => sample === 1)).toBe(true)
})

test('stretches give the same as the whole, wherever they are cut outside of a fade', () => {
  const segment = makeSilenced([0, 2])
  const whole = silenced(segment)
  for (const cut of [100, 120, 150, 200, 350, 370]) {
    const heard = TIMES.filter(({ endSample }) => endSample <= cut)
    const first = silenced(segment, { times: heard, length: cut })
    const second = silenced(segment, { from: cut, length: LENGTH - cut })
    expect([...first, ...second], `cut at ${cut}`).toEqual([...whole])
  }
})
