import { writeAscii } from '../write-ascii.ts'
import { crc16 } from './crc16.ts'
import { countMp3Bytes, countMp3Frames, ENCODER_DELAY, type Mp3Layout } from './mp3-layout.ts'

const HAS_FRAMES_BYTES_TOC_QUALITY = 0xf
const CONSTANT_BITRATE = 1
/** As LAME computes it for its default quality at constant bitrate. */
const QUALITY = 57

type InfoFrameOptions = {
  /** What a decoder shall give back. */
  readonly samples: number
  /** CRC-16 of all bytes after the info frame; 0 where they are not known yet. */
  readonly musicCrc: number
}

/**
 * The frame in front of a stream that tells decoders its exact length: Xing's "Info" header with LAME's extension.
 * It is as long as the first frame after it. Layout: http://gabriel.mp3-tech.org/mp3infotag.html
 */
export function formatInfoFrame(layout: Mp3Layout, { samples, musicCrc }: InfoFrameOptions): Uint8Array {
  const frames = countMp3Frames(samples, layout)
  const totalBytes = layout.bytesPerFrame + countMp3Bytes(frames, layout)
  const frame = formatSilentFrame(layout)
  const writer = new BigEndianWriter(frame, layout.dataOffset)
  writer.text('Info')
  writer.uint32(HAS_FRAMES_BYTES_TOC_QUALITY)
  writer.uint32(frames)
  writer.uint32(totalBytes)
  for (let percent = 0; percent < 100; percent++) {
    const before = Math.min(frames - 1, Math.floor((percent * frames) / 100))
    const position = layout.bytesPerFrame + countMp3Bytes(before, layout)
    writer.uint8(Math.floor((position * 256) / totalBytes))
  }
  writer.uint32(QUALITY)

  const padding = frames * layout.samplesPerFrame - samples - ENCODER_DELAY
  writer.text('LAME3.100')
  writer.uint8(CONSTANT_BITRATE)
  writer.skip(10) // low-pass, peak, replay gain, flags: not told
  writer.uint8(layout.bitrate)
  writer.uint24((ENCODER_DELAY << 12) | padding)
  writer.uint8(sourceRateBits(layout.sampleRate))
  writer.skip(3) // gain change, preset: none
  writer.uint32(totalBytes)
  writer.uint16(musicCrc)
  writer.uint16(crc16(frame.subarray(0, writer.position)))
  return frame
}

/** A frame that decodes to silence; what stands at the start of a file until its info frame is known. */
export function formatSilentFrame({ bytesPerFrame, header }: Mp3Layout): Uint8Array {
  const frame = new Uint8Array(bytesPerFrame)
  frame.set(header)
  return frame
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
