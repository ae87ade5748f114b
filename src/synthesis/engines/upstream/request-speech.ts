import { setTimeout as sleep } from 'node:timers/promises'
import type { UpstreamServer } from './upstream-settings.ts'

export type RequestSpeechOptions = {
  readonly voice: string
  readonly signal: AbortSignal
  /** Delay before the second attempt; doubled before the third. */
  readonly retryDelayMs: number
}

const ATTEMPTS = 3
/** Longest delay before a retry. If the server asks for more, the request fails at once. */
const LONGEST_RETRY_DELAY_MS = 10_000
/** Maximum length of a server's error text in our error, in characters. */
const LONGEST_REASON = 200

/** The reason why an attempt failed, and whether a retry may succeed. */
class AttemptError extends Error {
  override readonly name = 'AttemptError'
  readonly mayRetry: boolean
  /** The delay that the server requested; undefined if it requested none. */
  readonly retryAfterMs: number | undefined

  constructor(problem: string, { mayRetry, retryAfterMs, cause }: AttemptErrorOptions) {
    super(problem, { cause })
    this.mayRetry = mayRetry
    this.retryAfterMs = retryAfterMs
  }
}

type AttemptErrorOptions = {
  readonly mayRetry: boolean
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * Requests speech for a text from an OpenAI-compatible server, and returns the bytes of its response. Overload (429), server
 * errors (5xx) and broken connections are tried up to three times. Rejects with the signal's reason when it aborts.
 */
export async function requestSpeech(
  text: string,
  server: UpstreamServer,
  options: RequestSpeechOptions,
): Promise<Uint8Array> {
  const { signal, retryDelayMs } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptRequest(text, server, options)
    } catch (error) {
      signal.throwIfAborted()
      const { mayRetry = false, retryAfterMs }: Partial<AttemptError> = error instanceof AttemptError ? error : {}
      const delay = retryAfterMs ?? retryDelayMs * 2 ** (attempt - 1)
      if (!mayRetry || attempt === ATTEMPTS || delay > LONGEST_RETRY_DELAY_MS) {
        throw new Error(`Cannot speak with the server of "${server.name}": ${(error as Error).message}`, {
          cause: error,
        })
      }
      await sleep(delay, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

async function attemptRequest(
  text: string,
  { url, model, responseFormat, timeoutMs, key }: UpstreamServer,
  { voice, signal }: RequestSpeechOptions,
): Promise<Uint8Array> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ model, voice, input: text, response_format: responseFormat }),
      signal: AbortSignal.any([signal, timeout]),
    })
    if (!response.ok) throw await refusal(response)
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    if (cause instanceof AttemptError) throw cause
    if (timeout.aborted) throw new AttemptError(`no answer within ${timeoutMs / 1000} s`, { mayRetry: false, cause })
    const { code } = ((cause as Error).cause ?? {}) as NodeJS.ErrnoException
    throw new AttemptError(`the connection failed${code === undefined ? '' : ` (${code})`}`, { mayRetry: true, cause })
  }
}

async function refusal(response: Response): Promise<AttemptError> {
  const { status } = response
  const seconds = Number.parseFloat(response.headers.get('retry-after') ?? '')
  const reason = (await response.text()).replaceAll(/\s+/g, ' ').slice(0, LONGEST_REASON)
  return new AttemptError(`it answered ${status}${reason === '' ? '' : `: ${reason}`}`, {
    mayRetry: status === 429 || status >= 500,
    retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined,
  })
}
