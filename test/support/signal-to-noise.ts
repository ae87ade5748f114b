/** Level of a signal over that of its difference from the result, in dB. Low if the result is shifted. */
export function signalToNoiseDb(signal: Float32Array, result: Int16Array): number {
  let signalPower = 0
  let noisePower = 0
  for (let i = 0; i < signal.length; i++) {
    signalPower += signal[i]! ** 2
    noisePower += (signal[i]! - (result[i] ?? 0) / 32768) ** 2
  }
  return 10 * Math.log10(signalPower / noisePower)
}
