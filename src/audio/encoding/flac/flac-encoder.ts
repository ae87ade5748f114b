import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import type { AudioTags } from '../audio-tags.ts'
import { checkLength } from '../check-length.ts'
import { concatBytes } from '../concat-bytes.ts'
import { formatPcm16, readPcm16AsIntegers } from '../pcm16.ts'
import { formatVorbisComments } from '../vorbis-comments.ts'
import { BitWriter } from './bit-writer.ts'
import { FLAC_BLOCK, formatFlacFrame } from './flac-frame.ts'
import { Md5 } from './md5.ts'

type FlacOptions = Pick<EncoderOptions, 'sampleRate' | 'length' | 'tags'>

/** Opens an encoder for mono 16-bit FLAC (RFC 9639). The header of a finished file has the length and the MD5 sum of the samples. */
export function openFlacEncoder(options: FlacOptions): AudioEncoder {
  return new FlacEncoder(options)
}

class FlacEncoder implements AudioEncoder {
  readonly #options: FlacOptions
  readonly #md5 = new Md5()
  /** Samples that do not fill a block yet. */
  #held = new Int32Array(0)
  #samples = 0
  #frames = 0
  #frameBytes = { least: 0, most: 0 }
  #opening: Uint8Array

  constructor(options: FlacOptions) {
    this.#options = options
    const samples = typeof options.length === 'number' ? options.length : 0
    this.#opening = concatBytes([
      formatStreamInfo({ sampleRate: options.sampleRate, samples }),
      formatComments(options.tags),
    ])
  }

  encode(samples: Float32Array): Uint8Array {
    const pcm = formatPcm16(samples)
    if (this.#options.length === 'file') this.#md5.update(pcm)
    this.#samples += samples.length
    const all = new Int32Array(this.#held.length + samples.length)
    all.set(this.#held)
    all.set(readPcm16AsIntegers(pcm), this.#held.length)
    const parts = [this.#takeOpening()]
    let start = 0
    for (; start + FLAC_BLOCK <= all.length; start += FLAC_BLOCK)
      parts.push(this.#frame(all.subarray(start, start + FLAC_BLOCK)))
    this.#held = all.slice(start)
    return concatBytes(parts)
  }

  finish(): EncodedEnd {
    const { length, sampleRate } = this.#options
    const parts = [this.#takeOpening()]
    if (this.#held.length > 0) parts.push(this.#frame(this.#held))
    const tail = concatBytes(parts)
    checkLength({ format: 'FLAC', length, samples: this.#samples })
    if (length !== 'file') return { tail }
    const md5 = this.#md5.digest()
    return { tail, head: formatStreamInfo({ sampleRate, samples: this.#samples, frameBytes: this.#frameBytes, md5 }) }
  }

  abandon(): void {}

  #frame(samples: Int32Array): Uint8Array {
    const frame = formatFlacFrame(samples, this.#frames++)
    const { least, most } = this.#frameBytes
    this.#frameBytes = { least: Math.min(least || frame.length, frame.length), most: Math.max(most, frame.length) }
    return frame
  }

  #takeOpening(): Uint8Array {
    const opening = this.#opening
    this.#opening = new Uint8Array(0)
    return opening
  }
}

type StreamInfo = {
  readonly sampleRate: number
  /** Total number of samples; 0 if unknown. */
  readonly samples: number
  readonly frameBytes?: { readonly least: number; readonly most: number }
  readonly md5?: Uint8Array
}

/** The FLAC signature and the STREAMINFO block; unknown fields are zero. */
function formatStreamInfo({ sampleRate, samples, frameBytes, md5 = new Uint8Array(16) }: StreamInfo): Uint8Array {
  const writer = new BitWriter()
  writer.write(0x664c6143, 32) // fLaC
  writer.write(0, 8) // a metadata block of type STREAMINFO
  writer.write(34, 24)
  writer.write(FLAC_BLOCK, 16)
  writer.write(FLAC_BLOCK, 16)
  writer.write(frameBytes?.least ?? 0, 24)
  writer.write(frameBytes?.most ?? 0, 24)
  writer.write(sampleRate, 20)
  writer.write(0, 3) // one channel
  writer.write(15, 5) // 16 bits
  writer.write(Math.floor(samples / 2 ** 32), 4)
  writer.write(samples >>> 0, 32)
  for (const byte of md5) writer.write(byte, 8)
  return writer.bytes()
}

/** The last metadata block, with the encoder's name and the tags. */
function formatComments(tags: AudioTags | undefined): Uint8Array {
  const comments = formatVorbisComments(tags)
  const writer = new BitWriter()
  writer.write(0x84, 8) // the last metadata block, of type VORBIS_COMMENT
  writer.write(comments.length, 24)
  return concatBytes([writer.bytes(), comments])
}
