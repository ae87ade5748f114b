import type { Readable } from 'node:stream'

/** A stretch of bytes; `end` is inclusive, as in HTTP ranges. */
export type ByteRange = { readonly start: number; readonly end: number }

/** What was stored. */
export type StoredBytes = { readonly bytes: number; readonly crc32: number }

/** `modifiedAt` is in epoch milliseconds. */
export type ListedBlob = { readonly key: string; readonly modifiedAt: number }

/** Storage of audio. A key is a path of letters, digits, `-`, `.` and `/`. */
export interface BlobStore {
  /** Stores all parts under the key, or nothing. Replaces an existing blob. Durable when it resolves. */
  put(key: string, parts: readonly Uint8Array[]): Promise<void>
  /** The same for parts that come one after another; they are not all in memory at once. If they break off, nothing is stored. */
  putStream(key: string, parts: AsyncIterable<Uint8Array>): Promise<StoredBytes>
  /** Bytes in the blob; undefined if there is none. */
  size(key: string): Promise<number | undefined>
  /** The bytes of a blob that exists. */
  read(key: string, range?: ByteRange): Readable
  /** The blobs whose keys begin with a folder, such as `clips/`, in no order. Blobs that are stored meanwhile may be included. */
  list(folder: string): AsyncIterable<ListedBlob>
  /** Removes the blob; nothing happens if there is none. */
  delete(key: string): Promise<void>
  /**
   * A URL at which anyone can read the blob for this many seconds, at most a week, with this content type. Undefined if the store cannot
   * serve callers itself.
   */
  presign?(key: string, options: { readonly seconds: number; readonly contentType: string }): Promise<string>
  /** The same store for work that ends when `signal` aborts: calls to other machines that are under way then reject. */
  until(signal: AbortSignal): BlobStore
  /** Rejects if nothing can be stored at present. */
  check(): Promise<void>
  close(): void
}
