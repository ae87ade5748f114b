/**
 * What captions keep to. Two lines of 42 characters and at most 7 s are those of the Netflix Timed Text Style Guide (general
 * requirements), whose shortest caption of 5/6 s is rounded up here. Its guide for English templates allows 17 characters a
 * second; ordinary speech is often faster, and words are left out of no caption, so it is 20 here. A pause of up to half a second
 * between captions flickers: the first one stays until the second comes (chaining, in the Netflix subtitle timing guidelines; here
 * without their two empty frames, because no caption goes before its last word has ended).
 */
export const CAPTION_RULES = {
  /** Code points of a line. */
  lineLength: 42,
  maxLines: 2,
  minMs: 1000,
  maxMs: 7000,
  charactersPerSecond: 20,
  /** Captions do not go for a pause of this or less. */
  closedGapMs: 500,
} as const
