/** A predictor for a block of samples, and the residual after prediction. */
export type Prediction = {
  /** Number of samples that the predictor needs before the first one that it predicts. */
  readonly order: number
  /** Undefined for the fixed predictors, whose coefficients are part of the format. */
  readonly linear?: { readonly coefficients: Int32Array; readonly shift: number }
  readonly residuals: Int32Array
}

/** Bits per coefficient, including the sign. With 16-bit samples, sums stay within 32 bits. */
export const COEFFICIENT_BITS = 12
const LINEAR_ORDER = 10
const MAX_FIXED_ORDER = 4

/** The fixed predictor of RFC 9639 (section 9.2.5) with the smallest residual. The residuals are the n-th differences. */
export function predictFixed(samples: Int32Array): Prediction {
  let differences = samples
  let best = { order: 0, residuals: samples, sum: sumOfSizes(samples) }
  for (let order = 1; order <= MAX_FIXED_ORDER && order < samples.length; order++) {
    const next = new Int32Array(differences.length - 1)
    for (let i = 0; i < next.length; i++) next[i] = differences[i + 1]! - differences[i]!
    differences = next
    const sum = sumOfSizes(next)
    if (sum < best.sum) best = { order, residuals: next, sum }
  }
  return { order: best.order, residuals: best.residuals }
}

function sumOfSizes(values: Int32Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += Math.abs(values[i]!)
  return sum
}

/** A predictor fitted to the block (autocorrelation, Levinson-Durbin); undefined if there is nothing to fit. */
export function predictLinear(samples: Int32Array): Prediction | undefined {
  const order = LINEAR_ORDER
  if (samples.length <= 4 * order) return undefined
  const exact = fitCoefficients(autocorrelate(samples, order), order)
  const largest = Math.max(...exact.map(Math.abs))
  if (!(largest > 0)) return undefined
  const shift = Math.min(15, COEFFICIENT_BITS - 1 - Math.ceil(Math.log2(largest + 1e-9)))
  if (shift < 0) return undefined
  const limit = 2 ** (COEFFICIENT_BITS - 1)
  let carried = 0
  const coefficients = Int32Array.from(exact, (value) => {
    const scaled = value * 2 ** shift + carried
    const rounded = Math.max(-limit, Math.min(limit - 1, Math.round(scaled)))
    carried = scaled - rounded
    return rounded
  })
  return { order, linear: { coefficients, shift }, residuals: residualsOf(samples, coefficients, shift) }
}

function residualsOf(samples: Int32Array, coefficients: Int32Array, shift: number): Int32Array {
  const order = coefficients.length
  const residuals = new Int32Array(samples.length - order)
  for (let i = order; i < samples.length; i++) {
    let sum = 0
    for (let k = 0; k < order; k++) sum += coefficients[k]! * samples[i - 1 - k]!
    residuals[i - order] = samples[i]! - (sum >> shift)
  }
  return residuals
}

/** Autocorrelation under a Welch window, the cheapest window that fades the edges. */
function autocorrelate(samples: Int32Array, order: number): Float64Array {
  const half = (samples.length - 1) / 2
  const windowed = new Float64Array(samples.length)
  for (let i = 0; i < windowed.length; i++) windowed[i] = samples[i]! * (1 - ((i - half) / (half + 1)) ** 2)
  const result = new Float64Array(order + 1)
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0
    for (let i = lag; i < windowed.length; i++) sum += windowed[i]! * windowed[i - lag]!
    result[lag] = sum
  }
  return result
}

function fitCoefficients(correlation: Float64Array, order: number): readonly number[] {
  let coefficients: number[] = []
  let error = correlation[0]!
  for (let i = 0; i < order && error > 0; i++) {
    const missing = coefficients.reduce((sum, value, k) => sum - value * correlation[i - k]!, correlation[i + 1]!)
    const reflection = missing / error
    coefficients = [...coefficients.map((value, k) => value - reflection * coefficients[i - 1 - k]!), reflection]
    error *= 1 - reflection * reflection
  }
  return Array.from({ length: order }, (_, i) => coefficients[i] ?? 0)
}
