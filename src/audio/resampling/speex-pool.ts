import type { ResamplingRates } from './resampler.ts'

/**
 * SpeexDSP's scale of 0 to 10. At 7, up to 0.9 of the lower Nyquist frequency, everything it adds to a tone is at least 102 dB below
 * the tone, which is below the noise of 16 bits; 9 takes about twice the time.
 */
const QUALITY = 7
/** Resamplers kept for each pair of rates, and pairs for which some are kept; one holds 0.4 MB at most. */
const KEPT = 4
const KEPT_RATES = 4

/** The functions of `data/codecs/speex-resampler.wasm`; `codecs/speex/resampler.c` says what each does. Resamplers are addresses. */
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

/** SpeexDSP's resamplers. Those that nobody uses any more wait for the next of the same rates: to compute a filter takes milliseconds. */
export class SpeexPool {
  readonly #speex: SpeexFunctions
  /** Samples of a call at most. */
  readonly block: number
  /** By rates; those that were used last are the last. */
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

  /** Resamples `block` samples at most; returns how many it consumed. The output is valid until the next call. */
  resample(state: number, samples: Float32Array): { readonly taken: number; readonly samples: Float32Array } {
    const { memory, input, output, resample, given } = this.#speex
    new Float32Array(memory.buffer, input(), samples.length).set(samples)
    const taken = resample(state, samples.length)
    if (taken < 0)
      throw new Error(`Cannot resample: SpeexDSP returned error ${taken}; report this with the sample rates`)
    return { taken, samples: new Float32Array(memory.buffer, output(), given()) }
  }
}
