import { crc32 } from 'node:zlib'

/**
 * Passes the pieces of a file on. Throws before the last piece if the checksum of all is not `wanted`, so that a damaged file never looks whole.
 */
export async function* checkedPieces(
  pieces: AsyncIterable<Uint8Array>,
  wanted: number | undefined,
  damaged: () => Error | Promise<Error>,
): AsyncGenerator<Uint8Array> {
  let checksum = 0
  let last: Uint8Array | undefined
  for await (const piece of pieces) {
    checksum = crc32(piece, checksum)
    if (last !== undefined) yield last
    last = piece
  }
  if (wanted !== undefined && checksum !== wanted) throw await damaged()
  if (last !== undefined) yield last
}
