import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { powerSpectrum } from './power-spectrum.ts'

/** In Hz. The lowest are as wide as the distance of the harmonics, the others grow like the ear's. */
const EDGES = [100, 200, 300, 400, 630, 1000, 1600, 2500, 4000, 6300, 8000, 11_000]
const WINDOW = 2048

/** Levels in dB of 11 bands from 100 Hz to 11 kHz, in Hann windows of 2048 samples that follow each other. What is left at the end is not heard. */
export function bandLevels({ samples, sampleRate }: PcmAudio): readonly (readonly number[])[] {
  return Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, window) => {
    const start = window * WINDOW
    const weighted = Float64Array.from({ length: WINDOW }, (_, i) => {
      return samples[start + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW))
    })
    const power = powerSpectrum(weighted)
    const binOf = (hertz: number): number => Math.ceil((hertz * WINDOW) / sampleRate)
    return EDGES.slice(1).map((high, band) => {
      const bins = power.subarray(binOf(EDGES[band]!), binOf(high))
      return 10 * Math.log10(bins.reduce((sum, bin) => sum + bin, 1e-12))
    })
  })
}
