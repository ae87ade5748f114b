import type { components } from './api-types.ts'

export type ErrorCode = components['schemas']['Error']['code']

/** The service refused a request. `code` says why in a word, `message` in a sentence. */
export class DeclaimError extends Error {
  override readonly name: string = 'DeclaimError'
  readonly code: ErrorCode
  readonly status: number
  /** Seconds to wait before the next try, if the service said so. */
  readonly retryAfterSeconds: number | undefined
  /** UTF-16 offset in the text that INVALID_TEXT is about, if the service named one. */
  readonly offset: number | undefined

  constructor(problem: { code: ErrorCode; message: string; status: number; retryAfterSeconds?: number | undefined }) {
    super(problem.message)
    this.code = problem.code
    this.status = problem.status
    this.retryAfterSeconds = problem.retryAfterSeconds
    const offset = /\(at offset (\d+)\)/.exec(problem.message)?.[1]
    this.offset = offset === undefined ? undefined : Number(offset)
  }
}

/** The service could not be reached, or an answer broke off. `cause` is what the platform reported. */
export class DeclaimConnectionError extends Error {
  override readonly name = 'DeclaimConnectionError'
}

/** A clip ended as FAILED. */
export class ClipFailedError extends Error {
  override readonly name = 'ClipFailedError'
  readonly clipId: string
  readonly code: string

  constructor(clip: { id: string; error?: { code: string; message: string } | undefined }) {
    super(clip.error?.message ?? `Clip ${clip.id} failed`)
    this.clipId = clip.id
    this.code = clip.error?.code ?? 'INTERNAL_ERROR'
  }
}

/** The error that a refusal's body describes; bodies of proxies are often no JSON. */
export async function readError(response: Response): Promise<DeclaimError> {
  const body = (await response.json().catch(() => ({}))) as { message?: string; code?: ErrorCode }
  return new DeclaimError({
    code: body.code ?? 'INTERNAL_ERROR',
    message: body.message ?? `The service answered ${response.status}`,
    status: response.status,
    retryAfterSeconds: parseRetryAfter(response.headers.get('retry-after')),
  })
}

/** Seconds of a Retry-After header, which holds seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000)
}
