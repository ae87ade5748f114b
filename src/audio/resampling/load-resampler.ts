import type { CreateResampler, Resampler, ResamplingRates } from './resampler.ts'
import { resampledLength } from './resampler.ts'
import { SpeexPool } from './speex-pool.ts'

/** Loads SpeexDSP's resampler from the compiled `data/codecs/speex-resampler.wasm`. All resamplers share one small memory. */
export function loadResampler(wasm: WebAssembly.Module): CreateResampler {
  const pool = new SpeexPool(wasm)
  return (rates) => (rates.from === rates.to ? new Passage() : new SpeexStream(pool, rates))
}

class SpeexStream implements Resampler {
  readonly #pool: SpeexPool
  readonly #rates: ResamplingRates
  #state: number
  #taken = 0
  #given = 0

  constructor(pool: SpeexPool, rates: ResamplingRates) {
    this.#pool = pool
    this.#rates = rates
    this.#state = pool.take(rates)
  }

  resample(samples: Float32Array): Float32Array {
    this.#taken += samples.length
    return this.#run(samples)
  }

  flush(): Float32Array {
    const missing = resampledLength(this.#taken, this.#rates) - this.#given
    const rest = new Float32Array(missing)
    const silence = new Float32Array(this.#pool.block)
    for (let filled = 0; filled < missing; ) {
      const more = this.#run(silence).subarray(0, missing - filled)
      rest.set(more, filled)
      filled += more.length
    }
    this.close()
    return rest
  }

  close(): void {
    if (this.#state !== 0) this.#pool.giveBack(this.#state, this.#rates)
    this.#state = 0
  }

  #run(samples: Float32Array): Float32Array {
    if (this.#state === 0) throw new Error('Cannot resample: the resampler is closed')
    const { from, to } = this.#rates
    const result = new Float32Array(Math.ceil((samples.length * to) / from) + this.#pool.block)
    let given = 0
    for (let taken = 0; taken < samples.length; ) {
      const step = this.#pool.resample(this.#state, samples.subarray(taken, taken + this.#pool.block))
      result.set(step.samples, given)
      taken += step.taken
      given += step.samples.length
    }
    this.#given += given
    return result.slice(0, given)
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
