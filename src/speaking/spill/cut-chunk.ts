import type { SpeechChunk } from '../../synthesis/speech-engine.ts'
import { BLOCKS_AHEAD, blockSamples } from './encoder-blocks.ts'

/** A block of a chunk: all of it but its samples. */
export type ChunkPiece = Omit<SpeechChunk, 'audio'> & {
  /** Its samples within the chunk, from `start` to before `end`. */
  readonly start: number
  readonly end: number
}

/** Most audio that may wait for a reader: one piece, and the blocks that a stream has encoded. */
const MOST_SECONDS = 1.96

/**
 * The pieces that a chunk is held in for a slow reader: equally long, and so short that less than 2 s wait with
 * what is encoded. `from` is the chunk's place in its segment,
 * in samples. A word belongs to the piece that it ends in.
 */
export function cutChunk({ audio, words, segmentSamples }: SpeechChunk, from: number): readonly ChunkPiece[] {
  const { length } = audio.samples
  const encoded = (BLOCKS_AHEAD + 1) * blockSamples(audio.sampleRate)
  const longest = Math.floor(MOST_SECONDS * audio.sampleRate) - encoded
  const count = Math.max(1, Math.ceil(length / longest))
  const size = Math.ceil(length / count)
  const pieceOf = (endSample: number): number => Math.min(count - 1, Math.ceil((endSample - from) / size) - 1)
  return Array.from({ length: count }, (_, i) => ({
    start: i * size,
    end: Math.min((i + 1) * size, length),
    words: count === 1 ? words : words.filter(({ endSample }) => Math.max(0, pieceOf(endSample)) === i),
    ...(i === 0 && segmentSamples !== undefined && { segmentSamples }),
  }))
}
