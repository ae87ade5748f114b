import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { type PackedWordTime, packWordTime, unpackWordTime } from '../../timing/word-time.ts'
import type { ChunkPiece } from '../spill/cut-chunk.ts'

/** Describes one part of an entry, without its samples. */
type PartHead = {
  readonly segmentSamples?: number
  readonly words: readonly PackedWordTime[]
}

type SegmentHead = { readonly sampleRate: number; readonly parts: readonly PartHead[] }

/** A piece of speech without its samples. */
type PartDescription = Omit<SpeechChunk, 'audio'>

/** Formats the JSON description stored with the samples of a segment, piece by piece. */
export function formatSegmentHead(pieces: readonly ChunkPiece[], sampleRate: number): Uint8Array {
  const parts = pieces.map(
    ({ words, segmentSamples }): PartHead => ({
      ...(segmentSamples !== undefined && { segmentSamples }),
      words: words.map(packWordTime),
    }),
  )
  const head: SegmentHead = { sampleRate, parts }
  return Buffer.from(JSON.stringify(head))
}

/** Parses what `formatSegmentHead` wrote. Samples and word times count from the start of the segment. */
export function parseSegmentHead(head: Uint8Array): {
  readonly sampleRate: number
  readonly parts: readonly PartDescription[]
} {
  const { sampleRate, parts }: SegmentHead = JSON.parse(Buffer.from(head).toString())
  return {
    sampleRate,
    parts: parts.map(({ words, ...known }) => ({
      ...known,
      words: words.map(unpackWordTime),
    })),
  }
}
