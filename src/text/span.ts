/** A stretch of the caller's text in UTF-16 units: `start` inclusive, `end` exclusive. */
export type Span = { readonly start: number; readonly end: number }
