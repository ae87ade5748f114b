import { concatBytes } from '../concat-bytes.ts'
import type { Mp3Layout } from './mp3-layout.ts'

/** LAME's "quality", 0 slowest to 9 fastest: see docs/decisions/0013-own-build-of-lame.md for what this one costs. */
export const LAME_EFFORT = 5

/** LAME's VBR quality, 0 best to 9 smallest: about as many bytes for a voice as the constant bitrates have. */
export const LAME_VBR_QUALITY = 2

/** The functions of `data/codecs/lame.wasm`; `codecs/lame/encoder.c` says what each does. */
type LameFunctions = {
  readonly memory: WebAssembly.Memory
  block(): number
  samples(): number
  bytes(): number
  open(sampleRate: number, bitrate: number, vbrQuality: number, effort: number): number
  encode(length: number): number
  finish(): number
}

type LameSettings = Pick<Mp3Layout, 'sampleRate' | 'bitrate' | 'constant'> & {
  /** Undefined for `LAME_EFFORT`. */
  readonly effort?: number
}

/** One MP3 stream by LAME, in a memory of its own. */
export class Lame {
  readonly #functions: LameFunctions
  readonly #block: number
  readonly #unused: Uint8Array

  /** `wasm` is the compiled `lame.wasm`. `unused` is that of another instance with the same settings, to save memory. */
  constructor(wasm: WebAssembly.Module, settings: LameSettings, unused?: Uint8Array) {
    // The library imports nothing; its own checks end in a trap.
    this.#functions = new WebAssembly.Instance(wasm).exports as unknown as LameFunctions
    this.#block = this.#functions.block()
    const { sampleRate, bitrate = 0, constant, effort = LAME_EFFORT } = settings
    const vbrQuality = constant === undefined ? LAME_VBR_QUALITY : -1
    const status = this.#functions.open(sampleRate, bitrate, vbrQuality, effort)
    if (status !== 0)
      throw new Error(
        `Cannot set up LAME for ${sampleRate} Hz and ${bitrate} kb/s: LAME returned error ${status}; report this with the format that was asked for`,
      )
    this.#unused = unused ?? copyUsed(new Uint8Array(this.#functions.memory.buffer))
  }

  /** The memory before the first sample. */
  get unused(): Uint8Array {
    return this.#unused
  }

  /** Mono samples; what is outside of [-1, 1] is clipped. The bytes are the caller's. */
  encode(samples: Float32Array): Uint8Array {
    const { memory, samples: address, encode } = this.#functions
    const parts: Uint8Array[] = []
    for (let start = 0; start < samples.length; start += this.#block) {
      const block = samples.subarray(start, start + this.#block)
      new Float32Array(memory.buffer, address(), block.length).set(block)
      parts.push(this.#take(encode(block.length)))
    }
    return parts.length === 1 ? parts[0]! : concatBytes(parts)
  }

  /** Encodes the remaining samples. */
  finish(): Uint8Array {
    return this.#take(this.#functions.finish())
  }

  /**
   * Makes the instance as new, whatever it has encoded. Setting one up takes as long as encoding four tenths of a
   * second of speech; its memory is put back to what it was before its first sample. All that LAME knows is in there, as its calls
   * return and leave nothing on the stack.
   */
  reset(): void {
    const memory = new Uint8Array(this.#functions.memory.buffer)
    memory.set(this.#unused)
    memory.fill(0, this.#unused.length)
  }

  #take(length: number): Uint8Array {
    if (length < 0)
      throw new Error(
        `Cannot encode MP3: LAME returned error ${length}; report this with the format that was asked for`,
      )
    const { memory, bytes } = this.#functions
    return new Uint8Array(memory.buffer, bytes(), length).slice()
  }
}

/** A copy of a memory up to its last byte that is not zero. */
function copyUsed(memory: Uint8Array): Uint8Array {
  return memory.slice(0, memory.findLastIndex((byte) => byte !== 0) + 1)
}
