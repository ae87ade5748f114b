/** What a caller may ask for. */
export type Limits = {
  /** UTF-16 units of one text, markup included. */
  readonly maxTextLength: number
  /** A request that has not arrived whole by then is refused. */
  readonly requestTimeoutMs: number
  readonly requestsPerSecond: number
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  readonly clipLifetimeMs: number
  /** Replacement libraries of an account. */
  readonly maxLibraries: number
  /** Replacements of a library. */
  readonly maxReplacements: number
}
