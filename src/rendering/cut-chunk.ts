import type { SpeechChunk } from '../synthesis/speech-engine.ts'

/** A stretch of a chunk: all of it but its samples. */
export type ChunkPiece = Omit<SpeechChunk, 'audio'> & {
  /** Its samples in those of the chunk; `end` is the first behind it. */
  readonly start: number
  readonly end: number
}

/** So that a voice whose engine makes chunks for slow readers is not cut; see docs/engines.md. */
const LONGEST_SECONDS = 1.4

/**
 * The pieces that a chunk is held in for a slow reader: equally long, none longer than 1.4 s. `from` is the chunk's place in its segment,
 * in samples. A word belongs to the piece that it ends in.
 */
export function cutChunk({ audio, words, segmentSamples }: SpeechChunk, from: number): readonly ChunkPiece[] {
  const { length } = audio.samples
  const count = Math.max(1, Math.ceil(length / (LONGEST_SECONDS * audio.sampleRate)))
  const size = Math.ceil(length / count)
  const pieceOf = (endSample: number): number => Math.min(count - 1, Math.ceil((endSample - from) / size) - 1)
  return Array.from({ length: count }, (_, i) => ({
    start: i * size,
    end: Math.min((i + 1) * size, length),
    words: count === 1 ? words : words.filter(({ endSample }) => Math.max(0, pieceOf(endSample)) === i),
    ...(i === 0 && segmentSamples !== undefined && { segmentSamples }),
  }))
}
