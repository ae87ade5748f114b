import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type CachePart, checksumOf, formatCacheTail } from './cache-file.ts'

export type CacheFileWriterOptions = {
  readonly key: string
  /** Of all parts. */
  readonly maxBytes: number
  /** Takes so many bytes into memory until they are written; false if there are too many already. */
  readonly reserve: (bytes: number) => boolean
  readonly free: (bytes: number) => void
  readonly onFailure: (error: unknown) => void
  /** Nothing is written before. */
  readonly after: Promise<unknown>
}

/** Writes an entry to a file of its own, part by part, in the background. What waits to be written is in memory. */
export class CacheFileWriter {
  readonly path: string
  readonly #options: CacheFileWriterOptions
  #file: FileHandle | undefined
  readonly #parts: CachePart[] = []
  #bytes = 0
  #state: 'open' | 'finished' | 'given up' = 'open'
  /** The writes, one after another. */
  #work: Promise<unknown>

  constructor(path: string, options: CacheFileWriterOptions) {
    this.path = path
    this.#options = options
    this.#work = options.after
  }

  add(part: Uint8Array): void {
    if (this.#state !== 'open') return
    this.#bytes += part.length
    if (this.#bytes > this.#options.maxBytes || !this.#options.reserve(part.length)) {
      void this.giveUp()
      return
    }
    const own = new Uint8Array(part)
    this.#parts.push({ bytes: own.length, checksum: checksumOf(own) })
    this.#work = this.#work.then(async () => {
      await this.#attempt(async () => await this.#write(own))
      this.#options.free(own.length)
    })
  }

  /** The size of the file, once it is whole; undefined if it was given up. */
  async finish(description: Uint8Array): Promise<number | undefined> {
    if (this.#state !== 'open') return undefined
    this.#state = 'finished'
    const tail = formatCacheTail(this.#options.key, { parts: this.#parts, description })
    let fileBytes: number | undefined
    this.#work = this.#work.then(() =>
      this.#attempt(async () => {
        await this.#write(tail)
        await this.#close()
        fileBytes = this.#bytes + tail.length
      }),
    )
    await this.#work
    return fileBytes
  }

  /** Removes the file, once what is being written is written. Harmless after `finish`. */
  async giveUp(): Promise<void> {
    if (this.#state === 'open') {
      this.#state = 'given up'
      this.#work = this.#work.then(() => this.#remove())
    }
    await this.#work
  }

  async #attempt(write: () => Promise<void>): Promise<void> {
    if (this.#state === 'given up') return
    try {
      await write()
    } catch (error) {
      this.#state = 'given up'
      this.#options.onFailure(error)
      await this.#remove()
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    this.#file ??= await openNew(this.path)
    await this.#file.writeFile(bytes)
  }

  async #close(): Promise<void> {
    await this.#file?.close()
    this.#file = undefined
  }

  async #remove(): Promise<void> {
    // What cannot be removed now is removed at the next start.
    await this.#close().catch(() => {})
    await rm(this.path, { force: true }).catch(() => {})
  }
}

async function openNew(path: string): Promise<FileHandle> {
  // Each time, so that an operator may remove the folder while the service runs.
  await mkdir(dirname(path), { recursive: true })
  return await open(path, 'w')
}
