import type { FileHandle } from 'node:fs/promises'

/** Fills `bytes` from a file, starting at `start`. Rejects if the file ends early. */
export async function fillBytes<Bytes extends Uint8Array>(
  bytes: Bytes,
  { file, start }: { readonly file: FileHandle; readonly start: number },
): Promise<Bytes> {
  const { length } = bytes
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at)
    if (bytesRead === 0) throw new Error(`Cannot read ${length} bytes: the file ends after ${at}`)
    at += bytesRead
  }
  return bytes
}
