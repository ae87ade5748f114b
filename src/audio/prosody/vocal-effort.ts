import { decibelsToFactor } from '../decibels.ts'

/** Corner frequency of vocal effort: half of the change (in amplitude) is reached here. */
export const EFFORT_CORNER_HZ = 1200

/**
 * Louder speech is also brighter: for each dB that a voice gets louder, its long-term spectrum rises by about 0.5 dB at low frequencies
 * and by about 1.5 dB from 1.5 to 3 kHz (Nordenberg and Sundberg, "Effect on LTAS of vocal loudness variation", Logopedics
 * Phoniatrics Vocology 29, 2004). Half of that difference is rendered: pitch and articulation, which also change, stay.
 */
const TILT_DB_PER_DB = 0.5

/** The amplitude factor that speech of this loudness has far above the corner, against that far below it. */
export function effortTilt(loudnessDb: number): number {
  return decibelsToFactor(loudnessDb * TILT_DB_PER_DB)
}

/** The amplitude factor at one frequency: that of the first-order shelf which `tiltSpectrum` is. */
export function effortTiltAt(hertz: number, loudnessDb: number): number {
  const ratio = (hertz / EFFORT_CORNER_HZ) ** 2
  return Math.sqrt((1 + ratio * effortTilt(loudnessDb) ** 2) / (1 + ratio))
}
