import type { FileHandle } from 'node:fs/promises'

/** So many bytes from a place in a file, in memory of their own. Rejects where the file ends before. */
export async function readBytes(
  file: FileHandle,
  { start, length }: { readonly start: number; readonly length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at)
    if (bytesRead === 0) throw new Error(`Cannot read ${length} bytes: the file ends after ${at}`)
    at += bytesRead
  }
  return bytes
}
