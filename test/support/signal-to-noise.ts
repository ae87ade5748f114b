/** How far the difference between a signal and what came of it lies below the signal, in dB. Low where it is shifted. */
export function signalToNoiseDb(signal: Float32Array, result: Int16Array): number {
  let signalPower = 0
  let noisePower = 0
  for (let i = 0; i < signal.length; i++) {
    signalPower += signal[i]! ** 2
    noisePower += (signal[i]! - (result[i] ?? 0) / 32768) ** 2
  }
  return 10 * Math.log10(signalPower / noisePower)
}
