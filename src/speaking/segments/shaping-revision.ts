/**
 * Changes whenever `speakSegment` makes other samples of the same speech of an engine: with levelling, shaping, tilting,
 * limiting. Cached audio belongs to one revision. shaping-revision.test.ts fails if a change needs a new one.
 */
export const SHAPING_REVISION = 4
