/** The functions exported by `data/codecs/aac.wasm`, documented in `codecs/aac/encoder.c`. Encoders are addresses. */
type AacFunctions = {
  readonly memory: WebAssembly.Memory
  open(sampleRate: number, bitrate: number): number
  close(encoder: number): void
  samples(encoder: number): number
  bytes(encoder: number): number
  encode(encoder: number): number
}

type AacSettings = {
  /** Hz; must be a sample rate that AAC supports. */
  readonly sampleRate: number
  /** Bits per second, within the range of `aacBitrates`. */
  readonly bitrate: number
}

/** Samples per AAC-LC frame. */
export const AAC_FRAME_LENGTH = 1024

/** AAC-LC encoder for mono audio, by vo-aacenc. Its streams share one WASM memory. */
export class VoAacEnc {
  readonly #functions: AacFunctions

  /** `wasm` is the compiled `aac.wasm`, or another build with the same functions. */
  constructor(wasm: WebAssembly.Module) {
    // The library imports nothing.
    this.#functions = new WebAssembly.Instance(wasm).exports as unknown as AacFunctions
  }

  open(settings: AacSettings): AacStream {
    return new AacStream(this.#functions, settings)
  }
}

/** One stream of frames with ADTS headers (ISO/IEC 14496-3, section 1.A.2). */
export class AacStream {
  readonly #functions: AacFunctions
  #encoder: number

  constructor(functions: AacFunctions, { sampleRate, bitrate }: AacSettings) {
    this.#functions = functions
    this.#encoder = functions.open(sampleRate, bitrate)
    if (this.#encoder === 0) throw new Error(`Cannot set up AAC for ${sampleRate} Hz and ${bitrate} bits a second`)
  }

  /** Encodes `AAC_FRAME_LENGTH` samples; values outside [-1, 1] are clipped. The caller owns the returned frame. */
  encodeFrame(samples: Float32Array): Uint8Array {
    const { memory, samples: input, bytes: output, encode } = this.#functions
    if (this.#encoder === 0) throw new Error('Cannot encode AAC: the encoder is finished')
    new Float32Array(memory.buffer, input(this.#encoder), AAC_FRAME_LENGTH).set(samples)
    const bytes = encode(this.#encoder)
    if (bytes < 0)
      throw new Error(
        `Cannot encode AAC: vo-aacenc returned error ${bytes}; report this with the format that was asked for`,
      )
    return new Uint8Array(memory.buffer, output(this.#encoder), bytes).slice()
  }

  /** Frees the memory of the stream. Does nothing if it is already freed. */
  close(): void {
    if (this.#encoder !== 0) this.#functions.close(this.#encoder)
    this.#encoder = 0
  }
}
