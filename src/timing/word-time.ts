/** When a spoken word is heard, in samples from the start of the segment or stream that carries it. */
export type WordTime = {
  /** Index of the word in its list. */
  readonly word: number
  readonly startSample: number
  /** Exclusive; greater than `startSample`. */
  readonly endSample: number
  /**
   * Where each of its phonemes ends: never decreasing, and at `endSample` in the end. A phoneme that is merged into its neighbour ends where that does. Absent if the engine
   * does not know.
   */
  readonly phoneEnds?: readonly number[]
}

/** Returns the time of a word as it counts from `samples` earlier. `word` is its index in another list. */
export function moveWord(
  { word: index, startSample, endSample, phoneEnds }: WordTime,
  samples: number,
  word = index,
): WordTime {
  return {
    word,
    startSample: startSample + samples,
    endSample: endSample + samples,
    ...(phoneEnds !== undefined && { phoneEnds: phoneEnds.map((end) => end + samples) }),
  }
}

/** A word time as it is stored in JSON. */
export type PackedWordTime = readonly [word: number, startSample: number, endSample: number, ...phoneEnds: number[]]

export function packWordTime({ word, startSample, endSample, phoneEnds = [] }: WordTime): PackedWordTime {
  return [word, startSample, endSample, ...phoneEnds]
}

export function unpackWordTime([word, startSample, endSample, ...phoneEnds]: PackedWordTime): WordTime {
  return { word, startSample, endSample, ...(phoneEnds.length > 0 && { phoneEnds }) }
}
