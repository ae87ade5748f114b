import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import { checkLength } from '../check-length.ts'
import { formatMulaw } from './format-mulaw.ts'

/** The only sample rate of G.711 mu-law, in Hz. */
export const MULAW_SAMPLE_RATE = 8000

/** Opens an encoder for headerless G.711 mu-law. Throws for any sample rate but 8 kHz. */
export function openMulawEncoder({ sampleRate, length }: Pick<EncoderOptions, 'sampleRate' | 'length'>): AudioEncoder {
  if (sampleRate !== MULAW_SAMPLE_RATE)
    throw new Error(`Cannot encode mu-law at ${sampleRate} Hz: expected ${MULAW_SAMPLE_RATE}`)
  return new MulawEncoder(length)
}

class MulawEncoder implements AudioEncoder {
  readonly #length: EncoderOptions['length']
  #samples = 0

  constructor(length: EncoderOptions['length']) {
    this.#length = length
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return formatMulaw(samples)
  }

  finish(): EncodedEnd {
    checkLength({ format: 'mu-law', length: this.#length, samples: this.#samples })
    return { tail: new Uint8Array(0) }
  }

  abandon(): void {}
}
