import { crc32 } from 'node:zlib'

/** "DCF" and the version of the form. */
const MAGIC = 0x44_43_46_01
const HEAD_BYTES = 8

/** The parts of a file that holds `content` under `key`: a head of 8 bytes, which tells whether the rest is whole, and the content. */
export function formatCacheFile(key: string, content: readonly Uint8Array[]): readonly Uint8Array[] {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(MAGIC, 0)
  head.writeUInt32BE(checksum(key, content), 4)
  return [head, ...content]
}

/** The content of such a file; undefined where it is not all that was written under this key. */
export function parseCacheFile(key: string, file: Buffer): Uint8Array | undefined {
  if (file.length < HEAD_BYTES || file.readUInt32BE(0) !== MAGIC) return undefined
  const content = file.subarray(HEAD_BYTES)
  return file.readUInt32BE(4) === checksum(key, [content]) ? content : undefined
}

/** It guards against disks and crashes, not against those who may write to the folder. */
function checksum(key: string, content: readonly Uint8Array[]): number {
  return content.reduce((sum, part) => crc32(part, sum), crc32(key))
}
