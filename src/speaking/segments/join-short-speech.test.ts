import { expect, test } from 'vitest'
import { joinSamples } from '../../audio/samples/join-samples.ts'
import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { joinShortSpeech } from './join-short-speech.ts'

const SAMPLE_RATE = 16_000

/** Four chunks of a word each, as long together as `seconds`. The engine takes `ms` of CPU time for each. */
async function* speak(seconds: number, ms = 0): AsyncGenerator<SpeechChunk> {
  const length = (seconds * SAMPLE_RATE) / 4
  for (let word = 0; word < 4; word++) {
    compute(ms)
    const samples = new Float32Array(length).fill(word / 4)
    yield {
      audio: { sampleRate: SAMPLE_RATE, samples },
      words: [{ word, startSample: word * length, endSample: (word + 1) * length }],
      ...(word === 0 && { segmentSamples: 4 * length }),
    }
  }
}

function compute(ms: number): void {
  const end = cpuUs() + 1000 * ms
  while (cpuUs() < end);
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

test.each([
  ['a short segment comes in one chunk', 1, 0, 1],
  ['a longer one comes as its engine gives it', 1.01, 0, 4],
  ['so does a short one if its engine takes long', 1, 2, 4],
])('%s, with the same samples and words', async (_, seconds, ms, count) => {
  // Once before, because what runs for the first time takes long.
  await Array.fromAsync(joinShortSpeech(speak(1)))
  const chunks = await Array.fromAsync(joinShortSpeech(speak(seconds, ms)))
  const expected = await Array.fromAsync(speak(seconds))
  expect(chunks).toHaveLength(count)
  expect(joinSamples(chunks.map(({ audio }) => audio.samples))).toEqual(
    joinSamples(expected.map(({ audio }) => audio.samples)),
  )
  expect(chunks.flatMap(({ words }) => words)).toEqual(expected.flatMap(({ words }) => words))
  expect(chunks.map(({ segmentSamples }) => segmentSamples)).toEqual([
    expected[0]!.segmentSamples,
    ...chunks.slice(1).map(() => undefined),
  ])
})

test('speech that ends too early is passed on as far as it came', async () => {
  async function* speakHalf(): AsyncGenerator<SpeechChunk> {
    for await (const chunk of speak(1)) {
      yield chunk
      if (chunk.words[0]!.word === 1) return
    }
  }
  const chunks = await Array.fromAsync(joinShortSpeech(speakHalf()))
  expect(chunks.flatMap(({ words }) => words.map(({ word }) => word))).toEqual([0, 1])
})

test('an engine whose reader leaves is told', async () => {
  let hasEnded = false
  async function* speakAndTell(): AsyncGenerator<SpeechChunk> {
    try {
      yield* speak(2)
    } finally {
      hasEnded = true
    }
  }
  for await (const _ of joinShortSpeech(speakAndTell())) break
  expect(hasEnded).toBe(true)
})
