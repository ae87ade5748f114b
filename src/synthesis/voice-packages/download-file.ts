import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export type DownloadProgress = {
  /** Name of the file within its package. */
  readonly name: string
  readonly receivedBytes: number
  /** Undefined if the server does not report it. */
  readonly totalBytes: number | undefined
}

/** Limits of one download. */
export type DownloadLimits = {
  readonly maxBytes: number
  /** Maximum time without receiving a byte. */
  readonly silenceMs: number
  readonly totalMs: number
}

export type DownloadOptions = {
  /** Path of the file to write. */
  readonly path: string
  /** Name of the file in progress reports. */
  readonly name: string
  readonly limits: DownloadLimits
  readonly onProgress: (progress: DownloadProgress) => void
}

/** Streams a download to a file. Returns its SHA-256 in hexadecimal. */
export async function downloadFile(url: string, { path, name, limits, onProgress }: DownloadOptions): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  let receivedBytes = 0
  try {
    for await (const { part, totalBytes } of download(url, limits)) {
      hash.update(part)
      await file.write(part)
      receivedBytes += part.length
      onProgress({ name, receivedBytes, totalBytes })
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Downloads a small file into memory. */
export async function downloadBytes(url: string, limits: DownloadLimits): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const { part } of download(url, limits)) parts.push(part)
  return Buffer.concat(parts)
}

type Part = Pick<DownloadProgress, 'totalBytes'> & { readonly part: Uint8Array }

/** Reports which download failed and why. */
class DownloadError extends Error {
  constructor(url: string, problem: string, cause?: unknown) {
    super(`Cannot download ${url}: ${problem}`, { cause })
  }
}

/** Yields a download in chunks. Throws DownloadError if it fails or exceeds a limit. */
async function* download(url: string, { maxBytes, silenceMs, totalMs }: DownloadLimits): AsyncGenerator<Part> {
  const stop = new AbortController()
  const stopAfter = (ms: number, problem: string) => setTimeout(() => stop.abort(new DownloadError(url, problem)), ms)
  const silence = stopAfter(silenceMs, `nothing came for ${silenceMs / 1000} s`)
  const total = stopAfter(totalMs, `it took more than ${totalMs / 1000} s`)
  let receivedBytes = 0
  try {
    const response = await request(url, stop.signal)
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const totalBytes = Number.isFinite(length) && !response.headers.has('content-encoding') ? length : undefined
    for await (const part of response.body ?? []) {
      silence.refresh()
      receivedBytes += part.length
      if (receivedBytes > maxBytes) throw new DownloadError(url, `it has more than ${maxBytes} bytes`)
      yield { part, totalBytes }
    }
  } catch (cause) {
    if (stop.signal.aborted) throw stop.signal.reason
    if (cause instanceof DownloadError) throw cause
    throw new DownloadError(url, `the connection broke after ${receivedBytes} bytes`, cause)
  } finally {
    clearTimeout(silence)
    clearTimeout(total)
  }
}

async function request(url: string, signal: AbortSignal): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url, { signal })
  } catch (cause) {
    const { code = 'no connection' } = ((cause as Error).cause ?? {}) as NodeJS.ErrnoException
    throw new DownloadError(url, `its server cannot be reached (${code}). Is there a network?`, cause)
  }
  if (!response.ok) throw new DownloadError(url, `the server answered ${response.status}`)
  return response
}
