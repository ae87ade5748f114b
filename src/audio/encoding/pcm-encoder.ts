import type { AudioEncoder, EncodedEnd, EncoderOptions } from './audio-encoder.ts'
import { checkLength } from './check-length.ts'
import { concatBytes } from './concat-bytes.ts'
import { formatPcm16 } from './pcm16.ts'
import { formatWavHeader } from './wav-header.ts'

/** Opens an encoder for 16-bit PCM, with a WAV header (`wav`) or without (`pcm`). */
export function openPcmEncoder({ format, sampleRate, length }: EncoderOptions): AudioEncoder {
  return new PcmEncoder(format === 'wav' ? sampleRate : undefined, length)
}

class PcmEncoder implements AudioEncoder {
  readonly #wavRate: number | undefined
  readonly #length: EncoderOptions['length']
  #samples = 0
  #opening: Uint8Array

  constructor(wavRate: number | undefined, length: EncoderOptions['length']) {
    this.#wavRate = wavRate
    this.#length = length
    const known = typeof length === 'number' ? length : undefined
    this.#opening = wavRate === undefined ? new Uint8Array(0) : formatWavHeader(wavRate, known)
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return this.#afterOpening(formatPcm16(samples))
  }

  finish(): EncodedEnd {
    const tail = this.#afterOpening(new Uint8Array(0))
    checkLength({ format: 'PCM', length: this.#length, samples: this.#samples })
    if (this.#length !== 'file' || this.#wavRate === undefined) return { tail }
    return { tail, head: formatWavHeader(this.#wavRate, this.#samples) }
  }

  abandon(): void {}

  #afterOpening(bytes: Uint8Array): Uint8Array {
    if (this.#opening.length === 0) return bytes
    const all = concatBytes([this.#opening, bytes])
    this.#opening = new Uint8Array(0)
    return all
  }
}
