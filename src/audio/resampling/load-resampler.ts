import createSpeexResampler, { type SpeexResampler } from '@echogarden/speex-resampler-wasm/simd'
import type { CreateResampler, Resampler, ResamplingRates } from './resampler.ts'
import { resampledLength } from './resampler.ts'

/**
 * SpeexDSP's scale of 0 to 10. At 7, up to 0.9 of the lower Nyquist frequency, all that it adds to a tone lies 102 dB below
 * it or lower, which is below the noise of 16 bits; 9 takes about twice the time.
 */
const QUALITY = 7
/** Samples that pass through the heap at a time. */
const BLOCK = 4096

/** Readies the resampler of SpeexDSP from its compiled `speex-resampler-simd.wasm`. All resamplers share one small heap. */
export async function loadResampler(wasm: WebAssembly.Module): Promise<CreateResampler> {
  const speex = await createSpeexResampler({
    instantiateWasm(imports, receive) {
      const instance = new WebAssembly.Instance(wasm, imports)
      receive(instance)
      return instance.exports
    },
  })
  const heap = reserveHeap(speex)
  return (rates) => (rates.from === rates.to ? new Passage() : new SpeexStream(heap, rates))
}

type Heap = {
  readonly speex: SpeexResampler
  readonly input: number
  readonly output: number
  /** Two unsigned 32-bit integers: how many samples go in, how many may come out. */
  readonly counts: number
}

function reserveHeap(speex: SpeexResampler): Heap {
  return {
    speex,
    input: speex._malloc(BLOCK * 4),
    output: speex._malloc(BLOCK * 4),
    counts: speex._malloc(8),
  }
}

class SpeexStream implements Resampler {
  readonly #heap: Heap
  readonly #rates: ResamplingRates
  #state: number
  #taken = 0
  #given = 0

  constructor(heap: Heap, rates: ResamplingRates) {
    this.#heap = heap
    this.#rates = rates
    this.#state = heap.speex._speex_resampler_init(1, rates.from, rates.to, QUALITY, 0)
    if (this.#state === 0) throw new Error(`Cannot resample from ${rates.from} to ${rates.to} Hz: out of memory`)
    // Starts in the middle of the filter, so that sample 0 comes out as sample 0.
    heap.speex._speex_resampler_skip_zeros(this.#state)
  }

  resample(samples: Float32Array): Float32Array {
    this.#taken += samples.length
    return this.#run(samples)
  }

  flush(): Float32Array {
    const missing = resampledLength(this.#taken, this.#rates) - this.#given
    const rest = new Float32Array(missing)
    const silence = new Float32Array(BLOCK)
    for (let filled = 0; filled < missing; ) {
      const more = this.#run(silence).subarray(0, missing - filled)
      rest.set(more, filled)
      filled += more.length
    }
    this.close()
    return rest
  }

  close(): void {
    if (this.#state !== 0) this.#heap.speex._speex_resampler_destroy(this.#state)
    this.#state = 0
  }

  #run(samples: Float32Array): Float32Array {
    const { from, to } = this.#rates
    const result = new Float32Array(Math.ceil((samples.length * to) / from) + BLOCK)
    let taken = 0
    let given = 0
    while (taken < samples.length) {
      const block = samples.subarray(taken, taken + BLOCK)
      const step = this.#runBlock(block, result.subarray(given))
      taken += step.taken
      given += step.given
    }
    this.#given += given
    return result.slice(0, given)
  }

  #runBlock(block: Float32Array, result: Float32Array): { readonly taken: number; readonly given: number } {
    const { speex, input, output, counts } = this.#heap
    speex.HEAPF32.set(block, input >> 2)
    speex.HEAPU32[counts >> 2] = block.length
    speex.HEAPU32[(counts >> 2) + 1] = BLOCK
    const error = speex._speex_resampler_process_float(this.#state, 0, input, counts, output, counts + 4)
    if (error !== 0) throw new Error(`Cannot resample: SpeexDSP error ${error}`)
    const taken = speex.HEAPU32[counts >> 2]!
    const given = speex.HEAPU32[(counts >> 2) + 1]!
    result.set(speex.HEAPF32.subarray(output >> 2, (output >> 2) + given))
    return { taken, given }
  }
}

class Passage implements Resampler {
  resample(samples: Float32Array): Float32Array {
    return samples
  }
  flush(): Float32Array {
    return new Float32Array(0)
  }
  close(): void {}
}
