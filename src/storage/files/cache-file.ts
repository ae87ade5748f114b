import { crc32 } from 'node:zlib'

/** "DCF" and the version of the form. */
const MAGIC = 0x44_43_46_02
/** The last bytes of a file: how many parts it has, how long the description is, a checksum, and the magic number. */
export const END_BYTES = 16
/** Of each part: its length and its checksum. */
const ROW_BYTES = 8

/** A part of an entry, as the file describes it. */
export type CachePart = { readonly bytes: number; readonly checksum: number }

/** The tail of a file, after its parts. */
export type CacheFileTail = { readonly parts: readonly CachePart[]; readonly description: Uint8Array }

/** Detects disk errors and crashes, but no tampering by processes that can write to the folder. */
export function checksumOf(part: Uint8Array): number {
  return crc32(part)
}

/** The bytes behind the parts of an entry: its description, a row for each part, and the end, which vouches for both and for the key. */
export function formatCacheTail(key: string, { parts, description }: CacheFileTail): Uint8Array {
  const rows = Buffer.alloc(parts.length * ROW_BYTES)
  for (const [i, { bytes, checksum }] of parts.entries()) {
    rows.writeUInt32BE(bytes, i * ROW_BYTES)
    rows.writeUInt32BE(checksum, i * ROW_BYTES + 4)
  }
  const body = Buffer.concat([description, rows])
  const end = Buffer.alloc(END_BYTES)
  for (const [i, value] of [parts.length, description.length, crc32(body, crc32(key)), MAGIC].entries()) {
    end.writeUInt32BE(value, i * 4)
  }
  return Buffer.concat([body, end])
}

/** Size of the tail in bytes, read from the end of the file; undefined if the file has none. */
export function tailBytes(end: Buffer): number | undefined {
  if (end.length < END_BYTES || end.readUInt32BE(12) !== MAGIC) return undefined
  return end.readUInt32BE(0) * ROW_BYTES + end.readUInt32BE(4) + END_BYTES
}

/** The tail of a file; undefined if it is not what was written under this key, or the file is not as long as it was. */
export function parseCacheTail(tail: Buffer, { key, fileBytes }: TailOf): CacheFileTail | undefined {
  if (tail.length < END_BYTES) return undefined
  const end = tail.subarray(-END_BYTES)
  const body = tail.subarray(0, -END_BYTES)
  if (end.readUInt32BE(8) !== crc32(body, crc32(key))) return undefined
  const description = body.subarray(0, end.readUInt32BE(4))
  const parts: CachePart[] = []
  for (let at = description.length; at < body.length; at += ROW_BYTES) {
    parts.push({ bytes: body.readUInt32BE(at), checksum: body.readUInt32BE(at + 4) })
  }
  const isWhole = parts.reduce((sum, { bytes }) => sum + bytes, tail.length) === fileBytes
  return isWhole ? { parts, description } : undefined
}

type TailOf = { readonly key: string; readonly fileBytes: number }
