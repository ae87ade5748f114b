/** What a caller can act on; the public `code` of an error body. */
export type ErrorCode =
  | 'MISSING_ARGUMENT'
  | 'INVALID_TEXT'
  | 'INVALID_TEXT_LENGTH_EXCEEDED'
  | 'INVALID_SPEAKER_ID'
  | 'CONTENT_NOT_ALLOWED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CONFLICT'
  | 'INTERNAL_ERROR'

const STATUS: Readonly<Record<ErrorCode, number>> = {
  MISSING_ARGUMENT: 400,
  INVALID_TEXT: 400,
  INVALID_TEXT_LENGTH_EXCEEDED: 400,
  INVALID_SPEAKER_ID: 400,
  CONTENT_NOT_ALLOWED: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  INTERNAL_ERROR: 500,
}

/** Why a request is refused that is not wrong in itself. Operators count them; callers read the message. */
export const REFUSAL_REASONS = [
  /** Too many requests a second. */
  'rate',
  /** The month's characters. */
  'quota',
  /** Wrong keys or sign-in codes from the address. */
  'guesses',
  /** Streams or connections of the account, or of the process. */
  'connections',
  /** Unfinished clips of the account, or of all. */
  'queue',
  /** What the account may store or combine. */
  'storage',
  /** No place among the listeners in time. */
  'listeners',
  /** The main thread is behind. */
  'overload',
] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

export type ServiceErrorOptions = ErrorOptions & {
  readonly reason?: RefusalReason
  /** HTTP status, if it is not the code's usual one. */
  readonly status?: number
  /** HTTP headers that belong to the answer, such as `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that the caller caused or can act on. Everything else that is thrown is a bug or an outage. */
export class ServiceError extends Error {
  override readonly name: string = 'ServiceError'
  readonly code: ErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Undefined if the request is wrong, or the service has failed. */
  readonly reason: RefusalReason | undefined

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.status = options.status ?? STATUS[code]
    this.headers = options.headers ?? {}
    this.reason = options.reason
  }
}

/**
 * INVALID_TEXT at a place. `offset` counts UTF-16 units of the caller's text; the message ends with it,
 * as in `Cannot read respelling "TUH--puhl": a syllable is empty (at offset 12)`.
 */
export class MarkupSyntaxError extends ServiceError {
  override readonly name = 'MarkupSyntaxError'
  readonly offset: number

  constructor(problem: string, offset: number) {
    super('INVALID_TEXT', `${problem} (at offset ${offset})`)
    this.offset = offset
  }
}

/** INVALID_TEXT because nothing of the text can be spoken. */
export class NoWordsError extends ServiceError {
  override readonly name = 'NoWordsError'

  constructor() {
    super('INVALID_TEXT', 'Cannot speak the text: it has no words; add some that a voice can read')
  }
}

/** RATE_LIMITED because the month's characters are used up. Retrying does not help before the next month. */
export class QuotaExceededError extends ServiceError {
  override readonly name = 'QuotaExceededError'

  /** `resetMs`: until the next month begins. */
  constructor(message: string, resetMs: number) {
    super('RATE_LIMITED', message, {
      reason: 'quota',
      headers: { 'retry-after': String(Math.ceil(resetMs / 1000)) },
    })
  }
}

/** One more stream or combination would make others wait or stutter. */
export function tooManyListeners(retryAfterSeconds: number): ServiceError {
  const message = `Cannot send audio now: too many callers wait for theirs; try again in ${retryAfterSeconds} s`
  return new ServiceError('INTERNAL_ERROR', message, {
    reason: 'listeners',
    status: 503,
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}
