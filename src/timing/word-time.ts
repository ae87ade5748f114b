/** When a spoken word is heard, in samples from the start of the segment or stream that carries it. */
export type WordTime = {
  /** Index of the word in its list. */
  readonly word: number
  readonly startSample: number
  /** Exclusive; greater than `startSample`. */
  readonly endSample: number
}
