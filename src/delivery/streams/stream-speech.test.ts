import { expect, test } from 'vitest'
import { makeSegment, makeWord, NORTH_WIND } from '../../../test/support/make-segment.ts'
import { replaceSpeech } from '../../speaking/replace-speech.ts'
import type { EncoderThreads } from '../../speaking/threads/encoder-threads.ts'
import { createToneEngine } from '../../synthesis/engines/tone/tone-engine.ts'
import type { SpeakOptions } from '../../synthesis/speech-engine.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { RenderingResources } from '../resources.ts'
import { streamPieces } from './stream-speech.ts'

const ENCODED = Uint8Array.of(1, 2, 3)
const OUTPUT = { format: 'mp3' } as const

/** An engine that gives whole segments encoded; `asked` learns how it was called. */
function encodingEngine(asked: SpeakOptions[]) {
  return replaceSpeech(createToneEngine(), {
    async *speak({ words }, options) {
      asked.push(options)
      const samples = new Float32Array(16_000)
      const times = words.map((_, word) => ({ word, startSample: 100 * word, endSample: 100 * word + 50 }))
      yield {
        audio: { sampleRate: 16_000, samples },
        words: times,
        segmentSamples: samples.length,
        ...(options.encoding && { encoded: ENCODED }),
      }
    },
  })
}

async function piecesOf(segments: SynthesisPlan['segments'], encoders: Partial<EncoderThreads>) {
  const asked: SpeakOptions[] = []
  const resources = { engines: new Map([['tone', encodingEngine(asked)]]), encoders } as unknown as RenderingResources
  const { signal } = new AbortController()
  const pieces = await Array.fromAsync(
    streamPieces({ engine: 'tone', segments }, resources, { output: OUTPUT, signal }),
  )
  return { pieces, encodings: asked.map(({ encoding }) => encoding) }
}

test('speech that comes encoded is passed on as it is, with its words, and needs no encoder', async () => {
  const { pieces, encodings } = await piecesOf([makeSegment('tone', [makeWord('G UH1 D'), makeWord('D EY1')])], {})
  expect(encodings).toEqual([OUTPUT])
  expect(pieces).toEqual([
    {
      bytes: ENCODED,
      seconds: 1,
      words: [
        { word: 0, startSample: 0, endSample: 50 },
        { word: 1, startSample: 100, endSample: 150 },
      ],
    },
  ])
})

test('speech of several segments is encoded as one', async () => {
  let samples = 0
  const open: EncoderThreads['open'] = () => ({
    async encode(block) {
      samples += block.length
      return ENCODED
    },
    async encodeLast(block) {
      samples += block.length
      return ENCODED
    },
    finish: async () => ({ tail: ENCODED }),
    abandon: () => {},
  })
  const segment = makeSegment('tone', NORTH_WIND)
  const { pieces, encodings } = await piecesOf([segment, segment], { open })
  expect(encodings).toEqual([undefined, undefined])
  expect(pieces.flatMap(({ words }) => words)).toHaveLength(2 * NORTH_WIND.length)
  expect(samples).toBe(32_000)
})
