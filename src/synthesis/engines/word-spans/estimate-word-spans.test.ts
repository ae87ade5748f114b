import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeWord } from '../../../../test/support/make-segment.ts'
import { estimateWordSpans } from './estimate-word-spans.ts'
import { findSpeech } from './find-speech.ts'

const SAMPLE_RATE = 8000

/** Tones and silences in turn, in seconds; begins with a tone. */
function recording(...seconds: readonly number[]) {
  const parts = seconds.map((length, i) =>
    Float32Array.from({ length: Math.round(length * SAMPLE_RATE) }, (_, n) =>
      i % 2 === 0 ? 0.3 * Math.sin(n / 2) : 0,
    ),
  )
  const samples = Float32Array.from(parts.flatMap((part) => Array.from(part)))
  return { sampleRate: SAMPLE_RATE, samples }
}

const pause = { pauseSeconds: 0.2 }

test('finds speech between silences, but not in the gaps of plosives', () => {
  const found = findSpeech(recording(0, 0.2, 0.5, 0.06, 0.3, 0.4, 0.2))
  expect(found).toHaveLength(2)
  for (const [i, edge] of [0.2, 1.06, 1.46, 1.66].entries()) {
    expect([found[0]!.from, found[0]!.to, found[1]!.from, found[1]!.to][i]).toBeCloseTo(edge, 1)
  }
})

test('a silent recording is one stretch', () => {
  expect(findSpeech({ sampleRate: 8000, samples: new Float32Array(800) })).toEqual([{ from: 0, to: 0.1 }])
})

test('lays words over the speech in proportion to their sounds', () => {
  const [short, long] = estimateWordSpans([makeWord('S'), makeWord('S S S', pause)], recording(0, 0.1, 0.8))
  expect(short!.startSeconds).toBeCloseTo(0.1, 2)
  expect(short!.endSeconds).toBeCloseTo(0.3, 2)
  expect(long).toEqual({ startSeconds: short!.endSeconds, endSeconds: expect.closeTo(0.9, 2) })
})

test('sets each pause into the silence that is nearest to it', () => {
  const words = [makeWord('S S'), makeWord('S S', pause), makeWord('S S'), makeWord('S S', pause)]
  // A silence at 0.2 s that is none of the words, and one in the middle.
  const spans = estimateWordSpans(words, recording(0.2, 0.15, 0.3, 0.3, 0.5))
  expect(spans[1]!.endSeconds).toBeCloseTo(0.65, 2)
  expect(spans[2]!.startSeconds).toBeCloseTo(0.95, 2)
})

test('sets pauses without silences where the proportions put them', () => {
  const spans = estimateWordSpans([makeWord('S S S', pause), makeWord('S', pause)], recording(0.8))
  expect(spans[0]!.endSeconds).toBeCloseTo(0.6, 2)
  expect(spans[1]!.startSeconds).toBe(spans[0]!.endSeconds)
})

test('spans follow one another inside the recording, whatever it holds', () => {
  const word = fc.record({ sounds: fc.integer({ min: 1, max: 6 }), paused: fc.boolean() })
  const seconds = fc.array(fc.double({ min: 0.05, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), seconds, (words, lengths) => {
      const audio = recording(...lengths)
      const spans = estimateWordSpans(
        words.map(({ sounds, paused }) => makeWord('S'.repeat(sounds).split('').join(' '), paused ? pause : {})),
        audio,
      )
      const edges = spans.flatMap(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])
      expect(edges).toEqual(edges.toSorted((a, b) => a - b))
      expect(edges[0]).toBeGreaterThanOrEqual(0)
      expect(edges.at(-1)).toBeLessThanOrEqual(audio.samples.length / SAMPLE_RATE + 1e-9)
      for (const { startSeconds, endSeconds } of spans) expect(endSeconds).toBeGreaterThan(startSeconds)
    }),
  )
})
