/**
 * Blocks of speech that are requested or being encoded while the reader takes one. For a slow reader, memory holds only
 * these, that one, and the chunk that the engine makes meanwhile. Three are enough for the engine to render the second chunk of a
 * stream while the first is encoded.
 */
export const BLOCKS_AHEAD = 3

/** Speech that is encoded at once: some engines give a whole sentence, whose first sound should not wait for its last. */
const BLOCK_SECONDS = 0.25

/** Samples of a block. */
export function blockSamples(sampleRate: number): number {
  return Math.round(BLOCK_SECONDS * sampleRate)
}
