/** Limits that the operator sets. Those of a plan are its defaults. */
export type Limits = {
  /** UTF-16 units of one text, markup included. */
  readonly maxTextLength: number
  /** A request that has not arrived whole by then is refused. */
  readonly requestTimeoutMs: number
  /** A WebSocket on which nothing is written or spoken for so long is closed. */
  readonly socketIdleMs: number
  /** UTF-16 units that an account may have spoken in a month. */
  readonly charactersPerMonth: number
  readonly requestsPerSecond: number
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  /** GET and HEAD requests. */
  readonly readsPerSecond: number
  readonly readBurst: number
  readonly clipLifetimeMs: number
  /** Open connections of an account to one process. */
  readonly connectionsPerAccount: number
  /** Streams under way in one process; more are refused. */
  readonly maxStreams: number
  /** Unfinished clips of all accounts; more are refused. */
  readonly maxQueuedClips: number
  /** Requests are refused while the event loop is later than this on average. */
  readonly maxEventLoopDelayMs: number
  /** Projects of an account, those in the trash too. */
  readonly maxProjects: number
  /** Replacement libraries of an account. */
  readonly maxLibraries: number
  /** Replacements of a library. */
  readonly maxReplacements: number
}
