/** Weights as whole numbers of steps within a byte, and the step. */
export type Quantized = { readonly steps: Int8Array; readonly step: number }

/** Rounds weights to 255 steps. The largest weights are cut by a fifth, which leaves finer steps for the others. */
export function quantize(weights: Float32Array): Quantized {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const step = (0.8 * largest) / 127
  return { steps: Int8Array.from(weights, (weight) => Math.max(-127, Math.min(127, Math.round(weight / step)))), step }
}
