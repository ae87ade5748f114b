/**
 * Rules for captions. Two lines of 42 characters and at most 7 s come from the Netflix Timed Text Style Guide (general
 * requirements). Its shortest caption of 5/6 s is rounded up here.
 *
 * Netflix's guide for English templates allows 17 characters a second. Ordinary speech is often faster and captions omit no
 * words, so the limit is 20 here.
 *
 * A gap of up to half a second between captions flickers, so the first caption stays until the second one (chaining, in the
 * Netflix subtitle timing guidelines). The two empty frames of these guidelines are left out, because no caption ends before its
 * last word.
 */
export const CAPTION_RULES = {
  /** Maximum number of code points per line. */
  lineLength: 42,
  maxLines: 2,
  minMs: 1000,
  maxMs: 7000,
  charactersPerSecond: 20,
  /** A caption stays visible through a pause of at most this length. */
  closedGapMs: 500,
} as const
