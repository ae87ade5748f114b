/** How far the difference between a signal and what came of it lies below the signal, in dB. Low where it is shifted. */
export function signalToNoiseDb(signal: Float32Array, result: Int16Array): number {
  let signalPower = 0
  let noisePower = 0
  for (const [i, sample] of signal.entries()) {
    signalPower += sample ** 2
    noisePower += (sample - (result[i] ?? 0) / 32768) ** 2
  }
  return 10 * Math.log10(signalPower / noisePower)
}
