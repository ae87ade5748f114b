type PulseOptions = {
  /** Frames of the whole segment. */
  readonly frames: number
  readonly frameSamples: number
  readonly sampleRate: number
}

/** Harmonics end below half the sample rate. */
const BAND_LIMIT = 0.49
/** Below this the closed form of the sum of cosines divides zero by zero. */
const SMALLEST_SINE = 1e-4

/**
 * The pulses that drive the voiced sounds of a segment: at each sample the sum of all harmonics of F0 that fit
 * (a Dirichlet kernel, so without aliasing), at equal power per second whatever the pitch.
 * It is written frame by frame as F0 becomes known. Sample 0 is one frame before the first frame.
 */
export class PulseTrain {
  readonly samples: Float32Array
  /** Hz, per frame; the owner writes these. */
  readonly f0: Float64Array
  /** 0 or 1, per frame; the owner writes these. */
  readonly voicing: Float64Array
  #written = 0
  #phase = 0
  readonly #frameSamples: number
  readonly #sampleRate: number

  constructor({ frames, frameSamples, sampleRate }: PulseOptions) {
    this.samples = new Float32Array((frames + 2) * frameSamples)
    this.f0 = new Float64Array(frames)
    this.voicing = new Float64Array(frames)
    this.#frameSamples = frameSamples
    this.#sampleRate = sampleRate
  }

  /** Writes all samples that are before frame `frame`, or to the end when that is the number of frames. Needs F0 and voicing of the frames up to and with `frame`. */
  writeUpTo(frame: number): void {
    const isEnd = frame >= this.f0.length
    const end = isEnd ? this.samples.length : (frame + 1) * this.#frameSamples
    while (this.#written < end) this.#writeFrame()
  }

  /** One frame's samples: F0 and voicing run in a line from this frame's value to the next. */
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
    const limit = this.#sampleRate * BAND_LIMIT
    let phase = this.#phase
    for (let i = 0; i < hop; i++) {
      const hz = f + fStep * i
      phase += hz / this.#sampleRate
      phase -= Math.round(phase)
      if (isSilent) continue
      const harmonics = Math.floor(limit / hz)
      const sine = Math.sin(Math.PI * phase)
      const sum =
        Math.abs(sine) > SMALLEST_SINE ? (Math.sin(Math.PI * (2 * harmonics + 1) * phase) / sine - 1) / 2 : harmonics
      samples[this.#written + i] = sum * 2 * Math.sqrt(hz / this.#sampleRate) * (voiced + voicedStep * i)
    }
    this.#phase = phase
    this.#written += hop
  }
}
