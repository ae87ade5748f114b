import { concatBytes } from '../encoding/concat-bytes.ts'
import { readPcm16 } from '../encoding/pcm16.ts'
import { readWavHeader, WAV_HEADER_BYTES } from '../encoding/wav-header.ts'

/** Reads the samples of a mono 16-bit WAV file that arrives in chunks of any size. The header must be like that of `formatWavHeader`. */
export async function* readWavSamples(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Float32Array> {
  let held: Uint8Array = new Uint8Array(0)
  /** Bytes of samples still to come; undefined until the header is read. */
  let missing: number | undefined
  for await (const piece of pieces) {
    held = concatBytes([held, piece])
    if (missing === undefined) {
      if (held.length < WAV_HEADER_BYTES) continue
      const header = readWavHeader(held)
      held = held.subarray(header.dataOffset)
      missing = header.dataBytes ?? Number.POSITIVE_INFINITY
    }
    const wholeBytes = Math.min(missing, held.length - (held.length % 2))
    if (wholeBytes > 0) yield readPcm16(held.subarray(0, wholeBytes))
    held = held.subarray(wholeBytes)
    missing -= wholeBytes
  }
  if (missing === undefined) throw new Error('Cannot read WAV: it ends in its header')
  if (Number.isFinite(missing) && missing > 0) throw new Error(`Cannot read WAV: ${missing} bytes are missing`)
}
