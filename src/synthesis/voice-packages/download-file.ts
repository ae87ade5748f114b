import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

export type DownloadProgress = {
  /** Of the file, in its package. */
  readonly name: string
  readonly receivedBytes: number
  /** Undefined where the server does not say. */
  readonly totalBytes: number | undefined
}

export type DownloadOptions = {
  /** Where it is written. */
  readonly path: string
  /** Of the file, for those who watch. */
  readonly name: string
  readonly onProgress: (progress: DownloadProgress) => void
}

/** Downloads a file as it comes, without holding it. Returns its SHA-256 in hexadecimal. */
export async function downloadFile(url: string, { path, name, onProgress }: DownloadOptions): Promise<string> {
  const response = await request(url)
  const length = Number(response.headers.get('content-length') ?? Number.NaN)
  const totalBytes = Number.isFinite(length) && !response.headers.has('content-encoding') ? length : undefined
  const hash = createHash('sha256')
  const file = await open(path, 'wx')
  let receivedBytes = 0
  try {
    for await (const part of response.body ?? []) {
      hash.update(part)
      await file.write(part)
      receivedBytes += part.length
      onProgress({ name, receivedBytes, totalBytes })
    }
    await file.sync()
  } catch (cause) {
    throw new Error(`Cannot download ${url}: the connection broke after ${receivedBytes} bytes`, { cause })
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}

/** Downloads something small. */
export async function downloadBytes(url: string): Promise<Uint8Array> {
  return new Uint8Array(await (await request(url)).arrayBuffer())
}

async function request(url: string): Promise<Response> {
  let response: Response
  try {
    response = await fetch(url)
  } catch (cause) {
    const { code = 'no connection' } = ((cause as Error).cause ?? {}) as NodeJS.ErrnoException
    throw new Error(`Cannot download ${url}: its server cannot be reached (${code}). Is there a network?`, { cause })
  }
  if (!response.ok) throw new Error(`Cannot download ${url}: the server answered ${response.status}`)
  return response
}
