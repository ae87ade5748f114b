import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import { checkLength } from '../check-length.ts'
import { formatAlaw } from './format-alaw.ts'
import { formatMulaw } from './format-mulaw.ts'

/** The only sample rate of G.711, in Hz. */
export const G711_SAMPLE_RATE = 8000

const LAWS = {
  mulaw: { name: 'mu-law', format: formatMulaw },
  alaw: { name: 'A-law', format: formatAlaw },
} as const

type Options = Pick<EncoderOptions, 'sampleRate' | 'length'> & { readonly format: keyof typeof LAWS }

/** Opens an encoder for headerless G.711, mu-law or A-law. Throws for any sample rate but 8 kHz. */
export function openG711Encoder({ format, sampleRate, length }: Options): AudioEncoder {
  if (sampleRate !== G711_SAMPLE_RATE)
    throw new Error(`Cannot encode ${LAWS[format].name} at ${sampleRate} Hz: expected ${G711_SAMPLE_RATE}`)
  return new G711Encoder(format, length)
}

class G711Encoder implements AudioEncoder {
  readonly #law: (typeof LAWS)[keyof typeof LAWS]
  readonly #length: EncoderOptions['length']
  #samples = 0

  constructor(format: keyof typeof LAWS, length: EncoderOptions['length']) {
    this.#law = LAWS[format]
    this.#length = length
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return this.#law.format(samples)
  }

  finish(): EncodedEnd {
    checkLength({ format: this.#law.name, length: this.#length, samples: this.#samples })
    return { tail: new Uint8Array(0) }
  }

  abandon(): void {}
}
