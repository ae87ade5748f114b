import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import { powerSpectrum } from '../../test/support/power-spectrum.ts'
import type { TimedPhone } from './time-phones.ts'

/** Levels of the quietest hundredth of a second of a closure, in dB of full scale. */
export type ClosureLevels = {
  readonly unweighted: number
  /** As the ear hears soft sounds: IEC 61672. */
  readonly aWeighted: number
  /** Level above 4 kHz. A voice behind closed lips has no sound there, and hiss of a recording or vocoder is most audible. */
  readonly hiss: number
}

const VOWEL = /^[aeiou][a-z]?\d$/
const VOICELESS_STOP = /^[ptk]$/
const HISS_FROM_HZ = 4000
const STEP_SECONDS = 0.001
const WINDOW_SECONDS = 0.01

/**
 * The closures of voiceless stops after vowels. The mouth is shut, so there should be silence. A `t` before an unstressed
 * vowel is left out: Americans make it a flap, which does not close.
 */
export function measureClosures(audio: PcmAudio, phones: readonly TimedPhone[]): readonly ClosureLevels[] {
  return phones.flatMap((phone, i) => {
    const [before, after] = [phones[i - 1], phones[i + 1]]
    if (!VOICELESS_STOP.test(phone.name) || before?.end !== phone.start || !VOWEL.test(before.name)) return []
    if (phone.name === 't' && after !== undefined && /^[aeiou].*0$/.test(after.name)) return []
    const levels = measureQuietest(audio, phone)
    return levels === undefined ? [] : [levels]
  })
}

function measureQuietest({ samples, sampleRate }: PcmAudio, { start, end }: TimedPhone): ClosureLevels | undefined {
  // The transform wants a power of two: 8 ms at 16 kHz, 11.6 ms at 22.05 kHz.
  const length = 2 ** Math.round(Math.log2(WINDOW_SECONDS * sampleRate))
  let quietest: ClosureLevels | undefined
  for (let from = start; from + length <= end; from += Math.round(STEP_SECONDS * sampleRate)) {
    const levels = measureWindow(samples.subarray(from, from + length), sampleRate)
    if (quietest === undefined || levels.unweighted < quietest.unweighted) quietest = levels
  }
  return quietest
}

function measureWindow(samples: Float32Array, sampleRate: number): ClosureLevels {
  const n = samples.length
  const hann = Float64Array.from(samples, (sample, i) => sample * (1 - Math.cos((2 * Math.PI * (i + 0.5)) / n)))
  // Powers of the bins add up to the mean square: the window's own is 3/2.
  const powers = powerSpectrum(hann).map((power, bin) => ((bin === 0 || 2 * bin === n ? 1 : 2) * power) / (n * n * 1.5))
  const sumOf = (weight: (hertz: number) => number): number =>
    10 * Math.log10(powers.reduce((sum, power, bin) => sum + power * weight((bin * sampleRate) / n), 1e-15))
  return {
    unweighted: sumOf(() => 1),
    aWeighted: sumOf(aWeight),
    hiss: sumOf((hertz) => (hertz >= HISS_FROM_HZ ? 1 : 0)),
  }
}

/** The A-weighting's factor of power at a frequency (IEC 61672-1, annex E). */
function aWeight(hertz: number): number {
  const square = hertz ** 2
  const amplitude =
    (12_194 ** 2 * square ** 2) /
    ((square + 20.6 ** 2) * Math.sqrt((square + 107.7 ** 2) * (square + 737.9 ** 2)) * (square + 12_194 ** 2))
  return (1.2589 * amplitude) ** 2
}
