/** The functions exported by `data/codecs/opus.wasm`, documented in `codecs/opus/encoder.c`. Encoders are addresses. */
type OpusFunctions = {
  readonly memory: WebAssembly.Memory
  open(sampleRate: number, bitrate: number, isVariable: number, application: number, complexity: number): number
  close(encoder: number): void
  samples(encoder: number): number
  packet(encoder: number): number
  lookahead(encoder: number): number
  encode(encoder: number): number
}

/**
 * How libopus encodes a frame. `transform` is CELT alone: fast, and as good as the others above some bitrate. `speech` lets
 * libopus choose for speech: SILK, or SILK with CELT above 8 kHz, which take eight times as long.
 * docs/decisions/0018-own-build-of-opus.md has the figures.
 */
export type OpusCoding = keyof typeof CODINGS

/** Values for libopus's "application" and "complexity". */
const CODINGS = {
  transform: { application: 2053, complexity: 8 },
  speech: { application: 2048, complexity: 9 },
} as const

type OpusSettings = {
  /** Hz; must be a sample rate that Opus supports. */
  readonly sampleRate: number
  /** Bits per second. */
  readonly bitrate: number
  readonly isVariable: boolean
  readonly coding: OpusCoding
}

/** Opus encoder for mono speech, by libopus. Its streams share one WASM memory. */
export class LibOpus {
  readonly #functions: OpusFunctions

  /** `wasm` is the compiled `opus.wasm`, or another build with the same functions. */
  constructor(wasm: WebAssembly.Module) {
    // The library imports nothing; its internal assertions end in a trap.
    this.#functions = new WebAssembly.Instance(wasm).exports as unknown as OpusFunctions
  }

  open(settings: OpusSettings): OpusStream {
    return new OpusStream(this.#functions, settings)
  }
}

/** One stream of Opus packets. */
export class OpusStream {
  readonly #functions: OpusFunctions
  #encoder: number
  readonly #samples: number
  readonly #packet: number
  /** Samples per frame: 20 ms. */
  readonly frameLength: number
  /** Number of samples that a decoder has to skip at the start. */
  readonly lookahead: number

  constructor(functions: OpusFunctions, { sampleRate, bitrate, isVariable, coding }: OpusSettings) {
    const { application, complexity } = CODINGS[coding]
    this.#functions = functions
    this.#encoder = functions.open(sampleRate, bitrate, isVariable ? 1 : 0, application, complexity)
    if (this.#encoder === 0) throw new Error(`Cannot set up Opus for ${sampleRate} Hz and ${bitrate} bits a second`)
    this.#samples = functions.samples(this.#encoder)
    this.#packet = functions.packet(this.#encoder)
    this.frameLength = sampleRate / 50
    this.lookahead = functions.lookahead(this.#encoder)
  }

  /** Encodes `frameLength` samples; values outside [-1, 1] are clipped. The caller owns the returned packet. */
  encodeFrame(samples: Float32Array): Uint8Array {
    const { memory, encode } = this.#functions
    if (this.#encoder === 0) throw new Error('Cannot encode Opus: the encoder is finished')
    new Float32Array(memory.buffer, this.#samples, this.frameLength).set(samples)
    const bytes = encode(this.#encoder)
    if (bytes < 0)
      throw new Error(
        `Cannot encode Opus: libopus returned error ${bytes}; report this with the format that was asked for`,
      )
    return new Uint8Array(memory.buffer, this.#packet, bytes).slice()
  }

  /** Frees the memory of the stream. Does nothing if it is already freed. */
  close(): void {
    if (this.#encoder !== 0) this.#functions.close(this.#encoder)
    this.#encoder = 0
  }
}
