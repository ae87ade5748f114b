import type { SpillFolder } from '../../storage/files/spill-folder.ts'
import type { SpeakOptions, SpeechChunk, SpeechEngine } from '../../synthesis/speech-engine.ts'
import { replaceSpeech } from '../replace-speech.ts'
import { type ChunkPiece, cutChunk } from './cut-chunk.ts'
import { HeldSamples } from './held-samples.ts'

/**
 * Returns an engine that yields long chunks in pieces if the reader sets the pace. The rest of a chunk is on disk until the reader
 * asks for more. The samples are the same.
 */
export function spillSpeech(engine: SpeechEngine, folder: SpillFolder): SpeechEngine {
  return replaceSpeech(engine, {
    speak(segment, options) {
      const speech = engine.speak(segment, options)
      return options.pace === 'engine' ? speech : speakInPieces(speech, options, folder)
    },
  })
}

async function* speakInPieces(
  speech: AsyncIterable<SpeechChunk>,
  { signal }: SpeakOptions,
  folder: SpillFolder,
): AsyncGenerator<SpeechChunk> {
  let from = 0
  for await (const chunk of speech) {
    const pieces = cutChunk(chunk, from)
    from += chunk.audio.samples.length
    if (pieces.length === 1 || chunk.encoded !== undefined) {
      yield chunk
      continue
    }
    for await (const piece of handOut(chunk, pieces, folder)) {
      yield piece
      signal.throwIfAborted()
    }
  }
}

async function* handOut(
  { audio }: SpeechChunk,
  pieces: readonly ChunkPiece[],
  folder: SpillFolder,
): AsyncGenerator<SpeechChunk> {
  const { sampleRate } = audio
  const held = new HeldSamples(audio.samples, folder)
  try {
    for (const { start, end, ...piece } of pieces) {
      yield { ...piece, audio: { sampleRate, samples: await held.take(start, end) } }
    }
  } finally {
    await held.release()
  }
}
