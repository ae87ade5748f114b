/**
 * Stretches of speech that are asked for, or being encoded, while the reader takes one. With that one and with the chunk
 * that the engine makes meanwhile they are all that is held in memory for a reader who is slow.
 */
export const STRETCHES_AHEAD = 2

/** Samples that are encoded at once: some engines give a whole sentence, whose first sound should not wait for its last. */
export const STRETCH = 4096
