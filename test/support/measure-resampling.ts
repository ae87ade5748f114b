/** Hz that voices speak at, and that callers may ask for. */
export const VOICE_RATES = [16_000, 22_050, 24_000] as const

/** Of the lower of the two Nyquist frequencies: up to here a resampler keeps everything. */
const PASS_EDGE = 0.9
/** Nothing passes from here on. The transition band is between the edges. */
const STOP_EDGE = 1.1

type Rates = { readonly from: number; readonly to: number }

/** Resamples a whole signal. */
export type Resample = (samples: Float32Array, rates: Rates) => Float32Array

export type ResamplingQuality = {
  /** The least distance of a sine in the pass band from all that is added to it: images, aliases, noise. In dB. */
  readonly passSnrDb: number
  /** Its frequency, in Hz. */
  readonly worstHz: number
  /** The largest change of level in the pass band, in dB. */
  readonly rippleDb: number
  /** Smallest attenuation of a sine above the stop edge, in dB; undefined if the rate goes up. */
  readonly stopDb: number | undefined
}

const LEVEL = 0.5
const SECONDS = 0.25
/** Excluded at each end, because a sine that starts or stops has other frequencies. */
const EDGE_SECONDS = 0.025

/** Measures a resampler with sines one after another: `count` in the pass band and, if the rate goes down, as many in the stop band. */
export function measureResampling(
  resample: Resample,
  { from, to, count }: Rates & { readonly count: number },
): ResamplingQuality {
  const nyquist = Math.min(from, to) / 2
  const passed = frequencies(count, { first: 0, last: PASS_EDGE * nyquist }).map((hertz) => {
    return { hertz, ...compareWithSine(resampleSine(hertz, { from, to }, resample), hertz / to) }
  })
  const stopped = frequencies(to < from ? count : 0, { first: from / 2, last: STOP_EDGE * nyquist }).map((hertz) => {
    return 10 * Math.log10(LEVEL ** 2 / 2 / meanSquare(resampleSine(hertz, { from, to }, resample)))
  })
  const worst = passed.reduce((least, each) => (each.snrDb < least.snrDb ? each : least))
  return {
    passSnrDb: worst.snrDb,
    worstHz: worst.hertz,
    rippleDb: Math.max(...passed.map(({ gainDb }) => Math.abs(gainDb))),
    stopDb: stopped.length === 0 ? undefined : Math.min(...stopped),
  }
}

/** `count` steps from the first to just before the last. */
function frequencies(count: number, { first, last }: { first: number; last: number }): readonly number[] {
  return Array.from({ length: count }, (_, i) => first + ((last - first) * (i + 0.999)) / count)
}

function resampleSine(hertz: number, rates: Rates, resample: Resample): Float32Array {
  const sine = Float32Array.from({ length: Math.round(SECONDS * rates.from) }, (_, i) => {
    return LEVEL * Math.sin((2 * Math.PI * hertz * i) / rates.from)
  })
  const edge = Math.round(EDGE_SECONDS * rates.to)
  return resample(sine, rates).subarray(edge, -edge)
}

/** The sine that fits best, by least squares, against what it leaves. */
function compareWithSine(samples: Float32Array, frequency: number): { snrDb: number; gainDb: number } {
  const sine = samples.map((_, i) => Math.sin(2 * Math.PI * frequency * i))
  const cosine = samples.map((_, i) => Math.cos(2 * Math.PI * frequency * i))
  const [ss, cc, sc] = [dot(sine, sine), dot(cosine, cosine), dot(sine, cosine)]
  const [ys, yc] = [dot(samples, sine), dot(samples, cosine)]
  const determinant = ss * cc - sc * sc
  const a = (ys * cc - yc * sc) / determinant
  const b = (yc * ss - ys * sc) / determinant
  const rest = samples.map((sample, i) => sample - a * sine[i]! - b * cosine[i]!)
  const amplitude = Math.hypot(a, b)
  return {
    snrDb: 10 * Math.log10(amplitude ** 2 / 2 / meanSquare(rest)),
    gainDb: 20 * Math.log10(amplitude / LEVEL),
  }
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, i) => sum + value * right[i]!, 0)
}

function meanSquare(samples: Float32Array): number {
  return dot(samples, samples) / samples.length
}
