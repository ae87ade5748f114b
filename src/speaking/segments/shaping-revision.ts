/**
 * Changes whenever `speakSegment` makes other samples of the same speech of an engine: with levelling, shaping, tilting,
 * limiting. Kept audio is of one revision. shaping-revision.test.ts tells when it is due.
 */
export const SHAPING_REVISION = 4
