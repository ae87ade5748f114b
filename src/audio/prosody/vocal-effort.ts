import { decibelsToFactor } from '../decibels.ts'

/** Corner frequency of vocal effort, at which half of the change (in amplitude) is reached. */
export const EFFORT_CORNER_HZ = 1200

/**
 * Louder speech is also brighter. For each dB of level, the long-term spectrum rises by about 0.5 dB at low frequencies and about
 * 1.5 dB from 1.5 to 3 kHz (Nordenberg and Sundberg, "Effect on LTAS of vocal loudness variation", Logopedics Phoniatrics
 * Vocology 29, 2004). Half of that difference is rendered, because pitch and articulation, which also change, stay as they are.
 */
const TILT_DB_PER_DB = 0.5

/** Amplitude far above the corner relative to that far below it, as a factor, for speech with this change of loudness. */
export function effortTilt(loudnessDb: number): number {
  return decibelsToFactor(loudnessDb * TILT_DB_PER_DB)
}

/** Amplitude factor at one frequency, as rendered by the first-order shelf of `tiltSpectrum`. */
export function effortTiltAt(hertz: number, loudnessDb: number): number {
  const ratio = (hertz / EFFORT_CORNER_HZ) ** 2
  return Math.sqrt((1 + ratio * effortTilt(loudnessDb) ** 2) / (1 + ratio))
}
