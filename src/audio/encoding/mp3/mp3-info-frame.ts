import { writeAscii } from '../write-ascii.ts'
import { crc16 } from './crc16.ts'
import { LAME_EFFORT, LAME_VBR_QUALITY } from './lame.ts'
import { countMp3Frames, ENCODER_DELAY, type Mp3Layout } from './mp3-layout.ts'

const HAS_FRAMES = 1
const HAS_BYTES = 2
const HAS_TOC = 4
const HAS_QUALITY = 8
const UNKNOWN_BYTES = 0xffff_ffff

/** Bitrate methods, as numbered in LAME's extension. */
const CONSTANT_BITRATE = 1
const MEAN_BITRATE = 2
const VARIABLE_BITRATE = 4
/** The VBR quality that LAME writes for streams without one. */
const DEFAULT_VBR_QUALITY = 4

type InfoFrameOptions = {
  /** Samples that a decoder should return; absent if not known yet. */
  readonly samples?: number
  /** For a finished file: bytes of the first `frames` frames after this one. */
  readonly bytesOf?: (frames: number) => number
  /** For a finished file: CRC-16 of all bytes after this frame. */
  readonly musicCrc?: number
}

/**
 * The info frame at the start of an MP3. Decoders use it to remove the codec's delay and padding. It is Xing's header ("Info" if
 * the bitrate is constant) with LAME's extension. Layout: http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function formatInfoFrame(
  layout: Mp3Layout,
  { samples, bytesOf, musicCrc = 0 }: InfoFrameOptions = {},
): Uint8Array {
  const frames = samples === undefined ? undefined : countMp3Frames(samples, layout)
  const frame = formatSilentFrame(layout)
  const writer = new BigEndianWriter(frame, layout.dataOffset)
  writer.text(layout.constant === undefined ? 'Xing' : 'Info')
  const totalBytes = writeLengths(writer, layout, { frames, bytesOf })
  writer.uint32(qualityOf(layout))

  const padding = frames === undefined ? 0 : frames * layout.samplesPerFrame - samples! - ENCODER_DELAY
  writer.text('LAME3.100')
  writer.uint8(methodOf(layout))
  writer.skip(10) // low-pass, peak, replay gain, flags: not told
  writer.uint8(layout.bitrate ?? 0)
  writer.uint24((ENCODER_DELAY << 12) | padding)
  writer.uint8(sourceRateBits(layout.sampleRate))
  writer.skip(3) // gain change, preset: none
  writer.uint32(totalBytes)
  writer.uint16(musicCrc)
  writer.uint16(crc16(frame.subarray(0, writer.position)))
  return frame
}

type Lengths = { readonly frames: number | undefined; readonly bytesOf: InfoFrameOptions['bytesOf'] }

/**
 * Writes flags for the lengths that follow, then the lengths. Returns the total bytes, or 0 if unknown.
 *
 * Streams do not declare their real size: ffmpeg compares it with the size of its input, which a stream lacks, and then keeps the
 * padding. But ffmpeg skips this frame only if it declares frames or bytes, and players trust a declared number of frames. A stream
 * of unknown length therefore declares a number of bytes that no stream can have.
 */
function writeLengths(writer: BigEndianWriter, { info }: Mp3Layout, { frames, bytesOf }: Lengths): number {
  if (frames === undefined) {
    writer.uint32(HAS_BYTES | HAS_QUALITY)
    writer.uint32(UNKNOWN_BYTES)
    return 0
  }
  writer.uint32(HAS_FRAMES | HAS_QUALITY | (bytesOf === undefined ? 0 : HAS_BYTES | HAS_TOC))
  writer.uint32(frames)
  if (bytesOf === undefined) return 0
  const totalBytes = info.bytes + bytesOf(frames)
  writer.uint32(totalBytes)
  for (let percent = 0; percent < 100; percent++) {
    const before = Math.min(frames - 1, Math.floor((percent * frames) / 100))
    writer.uint8(Math.floor(((info.bytes + bytesOf(before)) * 256) / totalBytes))
  }
  return totalBytes
}

/** A frame that decodes to silence. It is the placeholder at the start of a file until the info frame is known. */
export function formatSilentFrame({ info }: Mp3Layout): Uint8Array {
  const frame = new Uint8Array(info.bytes)
  frame.set(info.header)
  return frame
}

function methodOf({ constant, bitrate }: Mp3Layout): number {
  if (constant !== undefined) return CONSTANT_BITRATE
  return bitrate === undefined ? VARIABLE_BITRATE : MEAN_BITRATE
}

/** The Xing quality field, computed as LAME does. */
function qualityOf({ bitrate }: Mp3Layout): number {
  const vbrQuality = bitrate === undefined ? LAME_VBR_QUALITY : DEFAULT_VBR_QUALITY
  return 100 - 10 * vbrQuality - LAME_EFFORT
}

function sourceRateBits(sampleRate: number): number {
  if (sampleRate === 44100) return 1 << 6
  return sampleRate === 48000 ? 2 << 6 : 0
}

class BigEndianWriter {
  readonly #view: DataView
  position: number

  constructor(bytes: Uint8Array, position: number) {
    this.#view = new DataView(bytes.buffer)
    this.position = position
  }

  text(ascii: string): void {
    writeAscii(this.#view, this.position, ascii)
    this.position += ascii.length
  }
  uint8(value: number): void {
    this.#view.setUint8(this.position, value)
    this.position += 1
  }
  uint16(value: number): void {
    this.#view.setUint16(this.position, value)
    this.position += 2
  }
  uint24(value: number): void {
    this.uint8(value >>> 16)
    this.uint16(value & 0xffff)
  }
  uint32(value: number): void {
    this.#view.setUint32(this.position, value)
    this.position += 4
  }
  skip(bytes: number): void {
    this.position += bytes
  }
}
