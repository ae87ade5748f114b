import { powerSpectrum } from '../../test/support/power-spectrum.ts'

type Recordings = { readonly original: Float32Array; readonly coded: Float32Array; readonly sampleRate: number }

const BANDS = 32
const TOP_HERTZ = 12_000
/** Bands this far below the loudest one, in dB, count as silence. */
const RANGE_DB = 60
/** Frames without a band this far above silence are left out. */
const HEARD_DB = 10

/**
 * How alike two recordings look to the ear: the mean neurogram similarity (NSIM) of their spectrograms in 32 bands of equal
 * ERB from 50 Hz up, in frames of 10 ms, after ViSQOL (Hines et al. 2015) in a simpler form. 1 is alike. A comparison of
 * encoders, not a grade.
 */
export function measureSimilarity({ original, coded, sampleRate }: Recordings): number {
  const [first, second] = [original, coded].map((samples) => spectrogram(samples, sampleRate))
  const floor = Math.max(...first!.map((frame) => Math.max(...frame))) - RANGE_DB
  const level = (frames: readonly Float64Array[], frame: number, band: number): number =>
    Math.max(0, frames[frame]![Math.min(BANDS - 1, Math.max(0, band))]! - floor)
  let [sum, count] = [0, 0]
  for (let frame = 1; frame + 1 < first!.length; frame++) {
    if (Math.max(...first![frame]!) < floor + HEARD_DB) continue
    for (let band = 0; band < BANDS; band++) {
      const pairs: [number, number][] = []
      for (const near of [frame - 1, frame, frame + 1])
        for (const beside of [band - 1, band, band + 1])
          pairs.push([level(first!, near, beside), level(second!, near, beside)])
      sum += similarity(pairs)
      count++
    }
  }
  return sum / count
}

/** Likeness of level times likeness of structure, of the levels of two neighbourhoods. */
function similarity(pairs: readonly (readonly [number, number])[]): number {
  const mean = (value: (pair: readonly [number, number]) => number): number =>
    pairs.reduce((sum, pair) => sum + value(pair), 0) / pairs.length
  const [a, b] = [mean(([first]) => first), mean(([, second]) => second)]
  const [spreadA, spreadB] = [mean(([first]) => (first - a) ** 2), mean(([, second]) => (second - b) ** 2)]
  const together = mean(([first, second]) => (first - a) * (second - b))
  const [steadyLevel, steadySpread] = [(0.01 * RANGE_DB) ** 2, (0.03 * RANGE_DB) ** 2 / 2]
  return (
    (((2 * a * b + steadyLevel) / (a * a + b * b + steadyLevel)) * (together + steadySpread)) /
    (Math.sqrt(spreadA * spreadB) + steadySpread)
  )
}

function spectrogram(samples: Float32Array, sampleRate: number): readonly Float64Array[] {
  const size = 2 ** Math.round(Math.log2(sampleRate * 0.028))
  const bands = bandWeights(size, sampleRate)
  const frames: Float64Array[] = []
  for (let start = 0; start + size <= samples.length; start += Math.round(sampleRate / 100)) {
    const window = (_: unknown, i: number): number =>
      samples[start + i]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size))
    const power = powerSpectrum(Float64Array.from({ length: size }, window))
    frames.push(
      Float64Array.from(bands, (weights) => 10 * Math.log10(weights.reduce((e, w, bin) => e + w * power[bin]!, 1e-9))),
    )
  }
  return frames
}

/** The power responses of gammatone filters of fourth order at the bins of a spectrum. */
function bandWeights(size: number, sampleRate: number): readonly Float64Array[] {
  const toErb = (hertz: number): number => 21.4 * Math.log10(1 + 0.00437 * hertz)
  const [low, high] = [toErb(50), toErb(Math.min(sampleRate / 2, TOP_HERTZ))]
  return Array.from({ length: BANDS }, (_, band) => {
    const centre = (10 ** ((low + ((high - low) * (band + 0.5)) / BANDS) / 21.4) - 1) / 0.00437
    const width = 1.019 * 24.7 * (0.00437 * centre + 1)
    return Float64Array.from(
      { length: size / 2 + 1 },
      (__, bin) => (1 + (((bin * sampleRate) / size - centre) / width) ** 2) ** -4,
    )
  })
}
