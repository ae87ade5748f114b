/**
 * Blocks of speech that are requested or being encoded while the reader takes one. For a slow reader, memory holds only
 * these, that one, and the chunk that the engine makes meanwhile.
 */
export const BLOCKS_AHEAD = 2

/** Samples that are encoded at once: some engines give a whole sentence, whose first sound should not wait for its last. */
export const BLOCK_SAMPLES = 4096
