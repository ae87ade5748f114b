import { concatBytes } from '../concat-bytes.ts'
import type { Mp3Layout } from './mp3-layout.ts'

/** LAME's "quality", from 0 (slowest) to 9 (fastest). docs/decisions/0013-own-build-of-lame.md has the cost of this one. */
export const LAME_EFFORT = 5

/** LAME's VBR quality, from 0 (best) to 9 (smallest). For a voice, this one gives about as many bytes as the constant bitrates. */
export const LAME_VBR_QUALITY = 2

/** The functions exported by `data/codecs/lame.wasm`, documented in `codecs/lame/encoder.c`. */
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
  /** LAME's "quality"; `LAME_EFFORT` if undefined. */
  readonly effort?: number
}

/** One MP3 stream, encoded by LAME in a WASM memory of its own. */
export class Lame {
  readonly #functions: LameFunctions
  readonly #block: number
  readonly #unused: Uint8Array
  #isUsed = false

  /** `wasm` is the compiled `lame.wasm`. `unused` comes from another instance with the same settings; sharing it saves memory. */
  constructor(wasm: WebAssembly.Module, settings: LameSettings, unused?: Uint8Array) {
    // The library imports nothing; its internal assertions end in a trap.
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

  /** A copy of the WASM memory from before the first sample. */
  get unused(): Uint8Array {
    return this.#unused
  }

  /** Encodes mono samples; values outside [-1, 1] are clipped. The caller owns the returned bytes. */
  encode(samples: Float32Array): Uint8Array {
    const { memory, samples: address, encode } = this.#functions
    this.#isUsed = true
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
    this.#isUsed = true
    return this.#take(this.#functions.finish())
  }

  /**
   * Resets the instance if it was used, whatever it has encoded. Setting up a new one takes as long as encoding 0.4 s of speech, so this
   * restores the memory from before the first sample instead. All of LAME's state is in that memory, because its calls return and
   * leave nothing on the stack.
   */
  reset(): void {
    if (!this.#isUsed) return
    this.#isUsed = false
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

/** Copies a memory up to its last byte that is not zero. */
function copyUsed(memory: Uint8Array): Uint8Array {
  return memory.slice(0, memory.findLastIndex((byte) => byte !== 0) + 1)
}
