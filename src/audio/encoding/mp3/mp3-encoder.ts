import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import { concatBytes } from '../concat-bytes.ts'
import { crc16 } from './crc16.ts'
import type { Lame, LamePool } from './lame-pool.ts'
import { formatInfoFrame, formatSilentFrame } from './mp3-info-frame.ts'
import { type Mp3Layout, mp3Layout } from './mp3-layout.ts'

/** Samples that LAME gets at a time: bounds the memory of its instance. */
const BLOCK = 16_384

type Mp3EncoderOptions = Pick<EncoderOptions, 'sampleRate' | 'length'>

/**
 * Opens an MP3 of constant bitrate. Finished files, and streams of known length, begin with an info frame, by which
 * decoders give back exactly the samples that went in; any other stream begins with sound and decodes 1105 samples late.
 */
export async function openMp3Encoder(pool: LamePool, options: Mp3EncoderOptions): Promise<AudioEncoder> {
  const layout = mp3Layout(options.sampleRate)
  return new Mp3Encoder(await pool.take(layout), { pool, layout, length: options.length })
}

type Mp3EncoderParts = {
  readonly pool: LamePool
  readonly layout: Mp3Layout
  readonly length: EncoderOptions['length']
}

class Mp3Encoder implements AudioEncoder {
  readonly #parts: Mp3EncoderParts
  #lame: Lame | undefined
  #samples = 0
  #musicCrc = 0
  #opening: Uint8Array

  constructor(lame: Lame, parts: Mp3EncoderParts) {
    this.#lame = lame
    this.#parts = parts
    this.#opening = openingBytes(parts)
  }

  encode(samples: Float32Array): Uint8Array {
    const lame = this.#lame
    if (lame === undefined) throw new Error('Cannot encode MP3: the encoder is finished')
    const parts: Uint8Array[] = []
    for (let start = 0; start < samples.length; start += BLOCK) {
      const block = clip(samples.subarray(start, start + BLOCK))
      parts.push(this.#note(lame.encode([block]).slice()))
    }
    this.#samples += samples.length
    return this.#afterOpening(parts)
  }

  finish(): EncodedEnd {
    const lame = this.#lame
    if (lame === undefined) throw new Error('Cannot finish MP3: the encoder is finished')
    const { layout, length } = this.#parts
    const tail = this.#afterOpening([this.#note(lame.finalize().slice())])
    this.abandon()
    if (typeof length === 'number' && length !== this.#samples)
      throw new Error(`Cannot finish MP3: ${this.#samples} samples came, expected ${length}`)
    if (length !== 'file') return { tail }
    return { tail, head: formatInfoFrame(layout, { samples: this.#samples, musicCrc: this.#musicCrc }) }
  }

  abandon(): void {
    if (this.#lame !== undefined) this.#parts.pool.giveBack(this.#lame, this.#parts.layout)
    this.#lame = undefined
  }

  #note(bytes: Uint8Array): Uint8Array {
    if (this.#parts.length === 'file') this.#musicCrc = crc16(bytes, this.#musicCrc)
    return bytes
  }

  #afterOpening(parts: readonly Uint8Array[]): Uint8Array {
    const bytes = concatBytes([this.#opening, ...parts])
    this.#opening = new Uint8Array(0)
    return bytes
  }
}

function openingBytes({ layout, length }: Mp3EncoderParts): Uint8Array {
  if (length === 'stream') return new Uint8Array(0)
  if (length === 'file') return formatSilentFrame(layout)
  return formatInfoFrame(layout, { samples: length, musicCrc: 0 })
}

/** Samples in [-1, 1]; the same array where they already are. LAME itself would encode what is outside. */
function clip(samples: Float32Array): Float32Array {
  let peak = 0
  // A loop, as a call for each sample would take a tenth of the time of encoding it.
  for (let i = 0; i < samples.length; i++) peak = Math.max(peak, Math.abs(samples[i]!))
  return peak <= 1 ? samples : samples.map((sample) => Math.min(1, Math.max(-1, sample)))
}
