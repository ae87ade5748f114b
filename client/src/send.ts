import { DeclaimConnectionError, type DeclaimError, readError } from './errors.ts'

export type DeclaimOptions = {
  /** Where the service is, such as `http://127.0.0.1:8787`. In a page that the service itself sends, leave it out. */
  readonly baseUrl?: string | undefined
  /** Sent as X-Api-Key. */
  readonly apiKey?: string | undefined
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How often a request that may succeed later is sent again; 4 by default. */
  readonly maxRetries?: number | undefined
  /** The longest `Retry-After` that the client accepts, in seconds; 60 by default. It waits up to a quarter longer. */
  readonly maxRetrySeconds?: number | undefined
  /** Another implementation of fetch. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

export type CallOptions = { readonly signal?: AbortSignal | undefined }

export type Call = CallOptions & {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | undefined
  readonly body?: unknown
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The answer is read while it comes. Others are read whole, so that one that breaks off is asked for again. */
  readonly isStream?: boolean | undefined
}

/** Sends a call below /v1/tts and returns the successful answer; throws DeclaimError or DeclaimConnectionError. */
export type Send = (path: string, call?: Call) => Promise<Response>

const RETRIED = new Set([429, 500, 502, 503, 504])
const FIRST_WAIT_SECONDS = 0.25
const LONGEST_BACKOFF_SECONDS = 8
/** How much longer than `Retry-After` a wait may be. */
const SPREAD = 0.25

/**
 * Makes `send`. It retries what may succeed later: soon after `Retry-After`, else with exponential backoff and jitter. Requests
 * that create something carry an Idempotency-Key, so that a retry creates nothing twice.
 */
export function createSend(options: DeclaimOptions): Send {
  const { maxRetries = 4, maxRetrySeconds = 60 } = options
  return async (path, call = {}) => {
    const request = createRequest(path, call, options)
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await attemptOnce(request, options, call.isStream === true)
      if (outcome instanceof Response) return outcome
      call.signal?.throwIfAborted()
      const wait = waitSeconds(outcome, attempt)
      if (attempt >= maxRetries || wait === undefined || wait.least > maxRetrySeconds) throw outcome
      await sleep((wait.least + wait.spread * Math.random()) * 1000, call.signal)
    }
  }
}

type Request = { readonly url: string; readonly init: RequestInit }

async function attemptOnce(
  { url, init }: Request,
  { fetch = globalThis.fetch }: DeclaimOptions,
  isStream: boolean,
): Promise<Response | DeclaimError | DeclaimConnectionError> {
  try {
    const response = await fetch(url, init)
    if (!response.ok) return await readError(response)
    return isStream ? response : new Response(await response.arrayBuffer(), { headers: response.headers })
  } catch (cause) {
    init.signal?.throwIfAborted()
    return new DeclaimConnectionError(`Cannot reach ${url}`, { cause })
  }
}

type Wait = { readonly least: number; readonly spread: number }

/** The least seconds until the next try, and by how many it is spread; undefined if it would fail again. */
function waitSeconds(error: DeclaimError | DeclaimConnectionError, attempt: number): Wait | undefined {
  if ('status' in error) {
    if (!RETRIED.has(error.status)) return undefined
    const { retryAfterSeconds } = error
    // Never sooner; a little later, so that callers who were refused together do not come back together.
    if (retryAfterSeconds !== undefined) return { least: retryAfterSeconds, spread: retryAfterSeconds * SPREAD }
  }
  const backoff = Math.min(LONGEST_BACKOFF_SECONDS, FIRST_WAIT_SECONDS * 2 ** attempt)
  return { least: backoff / 2, spread: backoff / 2 }
}

function createRequest(path: string, call: Call, { baseUrl = '', apiKey, headers }: DeclaimOptions): Request {
  const { body, query = {}, signal } = call
  const method = call.method ?? (body === undefined ? 'GET' : 'POST')
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const search = new URLSearchParams(entries).toString()
  const isText = typeof body === 'string'
  return {
    url: `${baseUrl.replace(/\/+$/, '')}/v1/tts${path}${search && `?${search}`}`,
    init: {
      method,
      headers: {
        ...headers,
        ...(apiKey !== undefined && { 'x-api-key': apiKey }),
        ...(body !== undefined && { 'content-type': isText ? 'text/csv' : 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': createKey() }),
        ...call.headers,
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  }
}

/** The body of an answer. It ends with DeclaimConnectionError if the answer breaks off, or with the signal's reason. */
export function readBody({ body }: Response, signal?: AbortSignal): ReadableStream<Uint8Array> {
  if (body === null) throw new DeclaimConnectionError('The answer is empty')
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read().catch((cause: unknown) => {
          signal?.throwIfAborted()
          throw new DeclaimConnectionError('The stream broke off', { cause })
        })
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

/** 128 random bits. Not randomUUID, which browsers offer on secure origins only. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Resolves after some milliseconds; rejects with the signal's reason when it aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }, milliseconds)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
  })
}
