import type { PcmAudio } from '../pcm-audio.ts'
import { findBestPath, type PitchCandidate } from './find-best-path.ts'

/** The fundamental frequency over time. */
export type PitchTrack = {
  /** Number of samples between values; the first value is at sample 0. */
  readonly hop: number
  /** Hz; 0 in unvoiced speech. */
  readonly hertz: Float32Array
}

/** Bounds of the search range in Hz; the lower one is below the lowest voices. */
const LOWEST_HERTZ = 55
const HIGHEST_HERTZ = 450
const HOP_SECONDS = 0.005
const WINDOW_SECONDS = 0.02
/** Sample rate in Hz. It keeps every pitch, and the harmonics that distinguish a pitch from its multiples. */
const ANALYSIS_RATE = 8000
const CANDIDATES = 6
/** Amplitude relative to the loudest moment; below it everything counts as unvoiced. */
const SILENCE = 0.015

export type TrackPitchOptions = {
  /** Lower end of the search range. */
  readonly lowestHertz?: number
}

/**
 * Finds the pitch of speech by normalised cross-correlation every 5 ms (Talkin, "A robust algorithm for pitch tracking", 1995).
 * Takes the cheapest path through the peaks (Boersma, "Accurate short-term analysis of the fundamental frequency", 1993).
 */
export function trackPitch(audio: PcmAudio, { lowestHertz = LOWEST_HERTZ }: TrackPitchOptions = {}): PitchTrack {
  const { samples, sampleRate } = audio
  const factor = Math.max(1, Math.floor(sampleRate / ANALYSIS_RATE))
  const signal = new Correlator(decimate(samples, factor), { rate: sampleRate / factor, lowestHertz })
  const hop = Math.round(HOP_SECONDS * sampleRate)
  const frames = Math.ceil(samples.length / hop)
  const candidates = Array.from({ length: frames }, (_, i) => signal.candidatesAt(Math.round((i * hop) / factor)))
  return { hop, hertz: findBestPath(candidates, HOP_SECONDS) }
}

/** Returns every `factor`-th sample after a triangular low-pass. */
function decimate(samples: Float32Array, factor: number): Float32Array {
  if (factor === 1) return samples
  const result = new Float32Array(Math.floor(samples.length / factor))
  for (let i = 0; i < result.length; i++) {
    let sum = 0
    for (let k = 1 - factor; k < factor; k++) sum += (samples[i * factor + k] ?? 0) * (factor - Math.abs(k))
    result[i] = sum / factor ** 2
  }
  return result
}

class Correlator {
  readonly #samples: Float32Array
  readonly #rate: number
  /** Sum of the squares of all samples before each one. */
  readonly #energy: Float64Array
  readonly #window: number
  readonly #minLag: number
  readonly #maxLag: number
  readonly #loudest: number

  constructor(samples: Float32Array, { rate, lowestHertz }: { readonly rate: number; readonly lowestHertz: number }) {
    this.#samples = samples
    this.#rate = rate
    this.#energy = new Float64Array(samples.length + 1)
    for (let i = 0; i < samples.length; i++) this.#energy[i + 1] = this.#energy[i]! + samples[i]! ** 2
    this.#window = Math.round(WINDOW_SECONDS * rate)
    this.#minLag = Math.floor(rate / HIGHEST_HERTZ)
    this.#maxLag = Math.ceil(rate / lowestHertz)
    let loudest = 0
    for (let i = 0; i + this.#window < samples.length; i += this.#window) loudest = Math.max(loudest, this.#energyOf(i))
    this.#loudest = loudest
  }

  candidatesAt(center: number): readonly PitchCandidate[] {
    const loudness = Math.sqrt(this.#energyOf(center - (this.#window >> 1)) / (this.#loudest || 1))
    const peaks: PitchCandidate[] = [{ hertz: 0, strength: unvoicedStrength(loudness) }]
    if (loudness < SILENCE) return peaks
    const lags = this.#maxLag - this.#minLag + 3
    const correlation = new Float32Array(lags)
    for (let i = 0; i < lags; i++) correlation[i] = this.#correlate(center, this.#minLag - 1 + i)
    for (let i = 1; i < lags - 1; i++) {
      const [before, here, after] = [correlation[i - 1]!, correlation[i]!, correlation[i + 1]!]
      if (here < 0.3 || here < before || here <= after) continue
      const bend = 2 * here - before - after
      const lag = this.#minLag - 1 + i + (bend > 0 ? (after - before) / (2 * bend) : 0)
      const hertz = this.#rate / lag
      // A lag of two periods correlates as well as one of a single period, so shorter lags are preferred.
      peaks.push({ hertz, strength: here - 0.02 * Math.log2(HIGHEST_HERTZ / hertz) })
    }
    return peaks.sort((a, b) => b.strength - a.strength).slice(0, CANDIDATES)
  }

  /** Normalised correlation of two windows `lag` apart, centred on `center`; 1 for the same shape. */
  #correlate(center: number, lag: number): number {
    const first = center - ((this.#window + lag) >> 1)
    const second = first + lag
    if (first < 0 || second + this.#window > this.#samples.length) return 0
    const samples = this.#samples
    const window = this.#window
    let product = 0
    for (let i = 0; i < window; i++) product += samples[first + i]! * samples[second + i]!
    const energy = this.#energyOf(first) * this.#energyOf(second)
    return energy > 0 ? product / Math.sqrt(energy) : 0
  }

  #energyOf(start: number): number {
    const last = this.#samples.length
    const from = Math.min(last, Math.max(0, start))
    return this.#energy[Math.min(last, from + this.#window)]! - this.#energy[from]!
  }
}

/** Strength of the unvoiced candidate: the quieter the moment, the higher. `loudness` is relative to the loudest moment. */
function unvoicedStrength(loudness: number): number {
  return 0.5 + Math.max(0, 1 - loudness / (2 * SILENCE))
}
