import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import { checkLength } from '../check-length.ts'
import { concatBytes } from '../concat-bytes.ts'
import { crc16 } from './crc16.ts'
import { FramePositions } from './frame-positions.ts'
import type { Lame } from './lame.ts'
import type { LamePool } from './lame-pool.ts'
import { formatInfoFrame, formatSilentFrame } from './mp3-info-frame.ts'
import { countConstantBytes, type Mp3Layout, mp3Layout } from './mp3-layout.ts'

type Mp3EncoderOptions = Pick<EncoderOptions, 'sampleRate' | 'bitrate' | 'bitrateMode' | 'length'>

/**
 * Opens an MP3 encoder. The file begins with an info frame, so that decoders return exactly the input samples. If the length of a
 * stream is unknown, they also return the padding of its last frame. Some (mpg123, GStreamer) then keep the codec's delay of 1105
 * samples at the start.
 */
export function openMp3Encoder(pool: LamePool, options: Mp3EncoderOptions): AudioEncoder {
  const layout = mp3Layout(options)
  return new Mp3Encoder(pool.take(layout), { pool, layout, length: options.length })
}

type Mp3EncoderParts = {
  readonly pool: LamePool
  readonly layout: Mp3Layout
  readonly length: EncoderOptions['length']
}

class Mp3Encoder implements AudioEncoder {
  readonly #parts: Mp3EncoderParts
  #lame: Lame | undefined
  readonly #frames: FramePositions | undefined
  #samples = 0
  #musicCrc = 0
  #opening: Uint8Array

  constructor(lame: Lame, parts: Mp3EncoderParts) {
    this.#lame = lame
    this.#parts = parts
    this.#opening = openingBytes(parts)
    const { layout, length } = parts
    if (length === 'file' && layout.constant === undefined) this.#frames = new FramePositions(layout)
  }

  encode(samples: Float32Array): Uint8Array {
    const lame = this.#lame
    if (lame === undefined) throw new Error('Cannot encode MP3: the encoder is finished')
    this.#samples += samples.length
    return this.#afterOpening(this.#note(lame.encode(samples)))
  }

  finish(): EncodedEnd {
    const lame = this.#lame
    if (lame === undefined) throw new Error('Cannot finish MP3: the encoder is finished')
    const { layout, length } = this.#parts
    const tail = this.#afterOpening(this.#note(lame.finish()))
    this.abandon()
    checkLength({ format: 'MP3', length, samples: this.#samples })
    if (length !== 'file') return { tail }
    const bytesOf = countBytes(layout) ?? ((frames: number) => this.#frames!.endOf(frames))
    return { tail, head: formatInfoFrame(layout, { samples: this.#samples, bytesOf, musicCrc: this.#musicCrc }) }
  }

  abandon(): void {
    if (this.#lame !== undefined) this.#parts.pool.giveBack(this.#lame, this.#parts.layout)
    this.#lame = undefined
  }

  #note(bytes: Uint8Array): Uint8Array {
    if (this.#parts.length === 'file') this.#musicCrc = crc16(bytes, this.#musicCrc)
    this.#frames?.add(bytes)
    return bytes
  }

  #afterOpening(bytes: Uint8Array): Uint8Array {
    if (this.#opening.length === 0) return bytes
    const all = concatBytes([this.#opening, bytes])
    this.#opening = new Uint8Array(0)
    return all
  }
}

function openingBytes({ layout, length }: Mp3EncoderParts): Uint8Array {
  if (length === 'file') return formatSilentFrame(layout)
  return formatInfoFrame(layout, length === 'stream' ? {} : { samples: length })
}

/** Returns the size of `frames` frames in bytes; undefined if frames vary in size. */
function countBytes({ constant, sampleRate }: Mp3Layout): ((frames: number) => number) | undefined {
  if (constant === undefined) return undefined
  return (frames) => countConstantBytes(frames, constant, sampleRate)
}
