import type { Catalogue } from '../../../voices/catalogue.ts'
import { findNearest, type ReferenceSpeaker } from '../../../voices/reference-speakers.ts'
import type { Voice } from '../../../voices/voice.ts'

/**
 * OpenAI's voices and the avatars that speak for them, by gender and character. If the catalogue lacks the id, the nearest
 * avatar of the same gender, locale and style speaks.
 */
const OPENAI_VOICES: ReadonlyMap<string, ReferenceSpeaker> = new Map([
  ['alloy', { id: 3, gender: 'female', style: 'Narration', locale: 'en_US' }],
  ['ash', { id: 44, gender: 'male', style: 'Conversational', locale: 'en_US' }],
  ['ballad', { id: 32, gender: 'male', style: 'Conversational', locale: 'en_GB' }],
  ['cedar', { id: 7, gender: 'male', style: 'Narration', locale: 'en_US' }],
  ['coral', { id: 12, gender: 'female', style: 'Conversational', locale: 'en_US' }],
  ['echo', { id: 26, gender: 'male', style: 'Promo', locale: 'en_US' }],
  ['fable', { id: 30, gender: 'male', style: 'Narration', locale: 'en_GB' }],
  ['marin', { id: 11, gender: 'female', style: 'Narration', locale: 'en_US' }],
  ['nova', { id: 10, gender: 'female', style: 'Conversational', locale: 'en_US' }],
  ['onyx', { id: 7, gender: 'male', style: 'Narration', locale: 'en_US' }],
  ['sage', { id: 51, gender: 'female', style: 'Conversational', locale: 'en_US' }],
  ['shimmer', { id: 31, gender: 'female', style: 'Narration', locale: 'en_US' }],
  ['verse', { id: 44, gender: 'male', style: 'Conversational', locale: 'en_US' }],
])

/** The names of OpenAI's voices, in alphabetical order. */
export const OPENAI_VOICE_NAMES: readonly string[] = [...OPENAI_VOICES.keys()]

/** The avatar that speaks for one of OpenAI's voices; undefined for any other name. */
export function findOpenAiVoice({ voices, bySpeakerId }: Catalogue, name: string): Voice | undefined {
  const wanted = OPENAI_VOICES.get(name.toLowerCase())
  return wanted && (bySpeakerId.get(wanted.id) ?? findNearest(wanted, voices))
}
