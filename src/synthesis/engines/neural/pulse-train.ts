import { sinPi } from './sin-pi.ts'

type PulseOptions = {
  /** Number of frames of the whole segment. */
  readonly frames: number
  readonly frameSamples: number
  readonly sampleRate: number
  /** Standard deviation of a pulse's time, as a fraction of its period. */
  readonly jitter: number
  /** Normally distributed numbers. */
  readonly noise: Float32Array
}

/** Upper end of the harmonics, as a fraction of the sample rate; below one half. */
const BAND_LIMIT = 0.49
/** Below this value, the closed form of the sum of cosines would divide zero by zero. */
const SMALLEST_SINE = 1e-4
/** Step through the noise from pulse to pulse, so that pulses and noise are uncorrelated. */
const NOISE_STRIDE = 7919

/**
 * The pulses that drive the voiced sounds of a segment. Each sample is the sum of all harmonics of F0 below the band limit: a
 * Dirichlet kernel, so without aliasing. The power per second does not depend on the pitch. Each pulse is a little early or late,
 * as in a voice, and the phase is linear from one pulse to the next.
 *
 * The train is written frame by frame as F0 becomes known. Sample 0 is one frame before the first frame.
 */
export class PulseTrain {
  readonly samples: Float32Array
  /** Hz, per frame. Written by the owner. */
  readonly f0: Float64Array
  /** 0 or 1, per frame. Written by the owner. */
  readonly voicing: Float64Array
  #written = 0
  #phase = 0
  #pulse = 0
  /** The number of the last pulse, its delay, and the difference between the next pulse's delay and its own. */
  #left = Number.NaN
  #delay = 0
  #delayStep = 0
  readonly #jitter: number
  readonly #noise: Float32Array
  readonly #frameSamples: number
  readonly #sampleRate: number

  constructor({ frames, frameSamples, sampleRate, jitter, noise }: PulseOptions) {
    this.samples = new Float32Array((frames + 2) * frameSamples)
    this.f0 = new Float64Array(frames)
    this.voicing = new Float64Array(frames)
    this.#frameSamples = frameSamples
    this.#sampleRate = sampleRate
    this.#jitter = jitter
    this.#noise = noise
  }

  /**
   * Writes all samples before frame `frame`, or to the end if `frame` is the number of frames. Needs F0 and voicing up to and
   * including `frame`.
   */
  writeUpTo(frame: number): void {
    const isEnd = frame >= this.f0.length
    const end = isEnd ? this.samples.length : (frame + 1) * this.#frameSamples
    while (this.#written < end) this.#writeFrame()
  }

  /** Writes the samples of one frame. F0 and voicing are interpolated linearly from this frame to the next. */
  #writeFrame(): void {
    const { samples, f0, voicing } = this
    const hop = this.#frameSamples
    const last = f0.length - 1
    const frame = this.#written / hop - 1
    const left = Math.min(Math.max(frame, 0), last)
    const right = Math.min(Math.max(frame + 1, 0), last)
    const f = f0[left]!
    const fStep = (f0[right]! - f) / hop
    const voiced = voicing[left]!
    const voicedStep = (voicing[right]! - voiced) / hop
    const isSilent = voiced === 0 && voicedStep === 0
    const rate = this.#sampleRate
    const jitter = this.#jitter
    let phase = this.#phase
    for (let i = 0; i < hop; i++) {
      const periods = (f + fStep * i) / rate
      phase += periods
      const passed = Math.round(phase)
      phase -= passed
      this.#pulse += passed
      if (isSilent) continue
      const harmonics = Math.floor(BAND_LIMIT / periods)
      const turn = jitter === 0 ? phase : phase + jitter * this.#delayAt(phase)
      const sine = sinPi(turn)
      const sum = Math.abs(sine) > SMALLEST_SINE ? (sinPi((2 * harmonics + 1) * turn) / sine - 1) / 2 : harmonics
      samples[this.#written + i] = sum * 2 * Math.sqrt(periods) * (voiced + voicedStep * i)
    }
    this.#phase = phase
    this.#written += hop
  }

  /**
   * Phase error in standard deviations, interpolated between the delays of the pulses on both sides. `phase` counts from the
   * nearest pulse, in periods.
   */
  #delayAt(phase: number): number {
    const left = phase < 0 ? this.#pulse - 1 : this.#pulse
    if (left !== this.#left) {
      this.#left = left
      this.#delay = this.#noiseOf(left)
      this.#delayStep = this.#noiseOf(left + 1) - this.#delay
    }
    return this.#delay + this.#delayStep * (phase < 0 ? phase + 1 : phase)
  }

  #noiseOf(pulse: number): number {
    return this.#noise[((pulse + 1) * NOISE_STRIDE) % this.#noise.length]!
  }
}
