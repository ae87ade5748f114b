import type { AudioEncoder, EncodedEnd, EncoderOptions } from '../audio-encoder.ts'
import { checkLength } from '../check-length.ts'
import { concatBytes } from '../concat-bytes.ts'
import { AAC_FRAME_LENGTH, type AacStream, type VoAacEnc } from './vo-aacenc.ts'

/** Default bitrates for one voice in kb/s, by sample rate in Hz. */
const BITRATES: Readonly<Record<number, number>> = {
  8000: 24,
  16000: 32,
  22050: 48,
  24000: 48,
  32000: 56,
  44100: 64,
  48000: 64,
}
const LOWEST_BITRATE = 16
const HIGHEST_BITRATE = 160
const MAX_BITS_PER_SAMPLE = 6

/** Delay of vo-aacenc in samples: one frame, plus the look-ahead for choosing between long and short blocks. */
const ENCODER_DELAY = 1600
/**
 * Samples of silence before the audio. With the encoder's delay they fill two frames. The first frame holds only silence and is
 * dropped; decoders need the second one to start.
 */
const LEADING_SILENCE = 2 * AAC_FRAME_LENGTH - ENCODER_DELAY

/** Samples of silence that decoders play before the audio: ADTS has no field for how many to skip. */
export const AAC_PRIMING_SAMPLES: number = AAC_FRAME_LENGTH

/** The AAC bitrates for one channel at a sample rate in Hz, in kb/s and ascending. */
export function aacBitrates(sampleRate: number): readonly number[] {
  const highest = Math.min(HIGHEST_BITRATE, Math.floor((MAX_BITS_PER_SAMPLE * sampleRate) / 1000))
  return Array.from({ length: highest - LOWEST_BITRATE + 1 }, (_, i) => i + LOWEST_BITRATE)
}

type AacOptions = Pick<EncoderOptions, 'sampleRate' | 'length' | 'bitrate'>

/** Opens an encoder for AAC-LC in ADTS frames. The stream can be cut and joined at any frame, and no header has to be replaced. */
export function openAacEncoder(aac: VoAacEnc, options: AacOptions): AudioEncoder {
  return new AacEncoder(aac, options)
}

class AacEncoder implements AudioEncoder {
  readonly #aac: AacStream
  readonly #length: EncoderOptions['length']
  #held: Float32Array = new Float32Array(LEADING_SILENCE)
  #samples = 0
  #frames = 0

  constructor(aac: VoAacEnc, { sampleRate, length, bitrate }: AacOptions) {
    const kilobits = bitrate ?? BITRATES[sampleRate]
    if (kilobits === undefined) throw new Error(`Cannot encode AAC at ${sampleRate} Hz`)
    this.#length = length
    this.#aac = aac.open({ sampleRate, bitrate: kilobits * 1000 })
  }

  encode(samples: Float32Array): Uint8Array {
    this.#samples += samples.length
    return this.#run(samples)
  }

  finish(): EncodedEnd {
    checkLength({ format: 'AAC', length: this.#length, samples: this.#samples })
    const frames = Math.ceil((LEADING_SILENCE + this.#samples + ENCODER_DELAY) / AAC_FRAME_LENGTH)
    const missing = frames * AAC_FRAME_LENGTH - LEADING_SILENCE - this.#samples
    const tail = this.#run(new Float32Array(missing))
    this.abandon()
    return { tail }
  }

  abandon(): void {
    this.#aac.close()
  }

  #run(samples: Float32Array): Uint8Array {
    const all = new Float32Array(this.#held.length + samples.length)
    all.set(this.#held)
    all.set(samples, this.#held.length)
    const parts: Uint8Array[] = []
    let start = 0
    for (; start + AAC_FRAME_LENGTH <= all.length; start += AAC_FRAME_LENGTH) {
      const frame = this.#aac.encodeFrame(all.subarray(start, start + AAC_FRAME_LENGTH))
      if (this.#frames++ > 0) parts.push(frame)
    }
    this.#held = all.slice(start)
    return concatBytes(parts)
  }
}
