import type { ResamplingRates } from './resampler.ts'

/**
 * SpeexDSP's quality, from 0 to 10. At 7, everything that it adds to a tone is at least 102 dB below the tone, up to 0.9 of the
 * lower Nyquist frequency. That is below 16-bit noise; 9 takes about twice the time.
 */
const QUALITY = 7
/** Maximum number of idle resamplers per pair of rates, and of pairs with idle ones. One takes at most 0.4 MB. */
const KEPT = 4
const KEPT_RATES = 4

/** The functions exported by `data/codecs/speex-resampler.wasm`, documented in `codecs/speex/resampler.c`. Resamplers are addresses. */
type SpeexFunctions = {
  readonly memory: WebAssembly.Memory
  block(): number
  input(): number
  output(): number
  open(from: number, to: number, quality: number): number
  reset(resampler: number): void
  close(resampler: number): void
  resample(resampler: number, length: number): number
  given(): number
}

/** Pool of SpeexDSP resamplers. Idle ones are reused for the same rates, because computing a filter takes milliseconds. */
export class SpeexPool {
  readonly #speex: SpeexFunctions
  /** Maximum number of samples per call. */
  readonly block: number
  /** By rates, in order of last use; the most recently used are last. */
  readonly #ready = new Map<string, number[]>()

  constructor(wasm: WebAssembly.Module) {
    // The library imports nothing.
    this.#speex = new WebAssembly.Instance(wasm).exports as unknown as SpeexFunctions
    this.block = this.#speex.block()
  }

  take({ from, to }: ResamplingRates): number {
    const state = this.#ready.get(`${from} ${to}`)?.pop() ?? this.#speex.open(from, to, QUALITY)
    if (state === 0) throw new Error(`Cannot resample from ${from} to ${to} Hz: out of memory`)
    return state
  }

  giveBack(state: number, { from, to }: ResamplingRates): void {
    const key = `${from} ${to}`
    const states = this.#ready.get(key) ?? []
    this.#ready.delete(key)
    this.#ready.set(key, states)
    if (states.length < KEPT) {
      this.#speex.reset(state)
      states.push(state)
    } else this.#speex.close(state)
    for (const [oldest, waiting] of this.#ready) {
      if (this.#ready.size <= KEPT_RATES) break
      for (const unused of waiting) this.#speex.close(unused)
      this.#ready.delete(oldest)
    }
  }

  /** Resamples at most `block` samples and returns how many it consumed. The output is valid until the next call. */
  resample(state: number, samples: Float32Array): { readonly taken: number; readonly samples: Float32Array } {
    const { memory, input, output, resample, given } = this.#speex
    new Float32Array(memory.buffer, input(), samples.length).set(samples)
    const taken = resample(state, samples.length)
    if (taken < 0)
      throw new Error(`Cannot resample: SpeexDSP returned error ${taken}; report this with the sample rates`)
    return { taken, samples: new Float32Array(memory.buffer, output(), given()) }
  }
}
