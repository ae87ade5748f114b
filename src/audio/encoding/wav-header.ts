import { writeAscii } from './write-ascii.ts'

/** Bytes of the header that `formatWavHeader` writes. */
export const WAV_HEADER_BYTES = 44

/** Value of the size fields for a stream, and for a file that is too long for them. */
const UNKNOWN_SIZE = 0xffff_ffff

export type WavHeader = {
  /** Hz. */
  readonly sampleRate: number
  /** Offset of the samples in bytes. */
  readonly dataOffset: number
  /** Bytes of samples according to the header; undefined if it was written before they were known. */
  readonly dataBytes: number | undefined
}

/** The header of a mono 16-bit WAV file of `samples` samples. If they are unknown or exceed 4 GiB, it is the header of a stream. */
export function formatWavHeader(sampleRate: number, samples?: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(WAV_HEADER_BYTES))
  const audioBytes = 2 * (samples ?? Number.POSITIVE_INFINITY)
  const fits = WAV_HEADER_BYTES - 8 + audioBytes < UNKNOWN_SIZE
  const dataBytes = fits ? audioBytes : UNKNOWN_SIZE
  const riffBytes = fits ? WAV_HEADER_BYTES - 8 + audioBytes : UNKNOWN_SIZE
  writeAscii(view, 0, 'RIFF')
  view.setUint32(4, riffBytes, true)
  writeAscii(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true) // PCM
  view.setUint16(22, 1, true) // channels
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * 2, true) // bytes a second
  view.setUint16(32, 2, true) // bytes a sample
  view.setUint16(34, 16, true) // bits a sample
  writeAscii(view, 36, 'data')
  view.setUint32(40, dataBytes, true)
  return new Uint8Array(view.buffer)
}

/**
 * Reads the header of a mono 16-bit WAV file and skips other chunks before the samples. `bytes` must hold everything up to the
 * samples. Throws for any other file.
 */
export function readWavHeader(bytes: Uint8Array): WavHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || readText(view, 0) !== 'RIFF' || readText(view, 8) !== 'WAVE') throw notWav('no RIFF header')
  let sampleRate: number | undefined
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const name = readText(view, offset)
    const size = view.getUint32(offset + 4, true)
    const dataOffset = offset + 8
    if (name === 'fmt ' && dataOffset + 16 <= bytes.length) sampleRate = readFormat(view, dataOffset)
    if (name === 'data') {
      if (sampleRate === undefined) throw notWav('its format comes after its samples')
      return { sampleRate, dataOffset, dataBytes: size === UNKNOWN_SIZE ? undefined : size }
    }
    offset = dataOffset + size + (size % 2)
  }
  throw notWav('no samples')
}

function readFormat(view: DataView, offset: number): number {
  const [format, channels, bits] = [0, 2, 14].map((field) => view.getUint16(offset + field, true))
  if (format !== 1 || channels !== 1 || bits !== 16)
    throw notWav(`format ${format} with ${channels} channels of ${bits} bits, expected mono 16-bit PCM`)
  return view.getUint32(offset + 4, true)
}

function notWav(problem: string): Error {
  return new Error(`Cannot read WAV: ${problem}`)
}

function readText(view: DataView, offset: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(offset + i)))
}
