import { type Catalogue, findVoice } from '../../voices/catalogue.ts'
import type { Avatar, Voice } from '../../voices/voice.ts'

/** The name by which other APIs call an avatar, such as `nora-narration`: its name and style. */
export function voiceNameOf({ name, style }: Pick<Avatar, 'name' | 'style'>): string {
  return plainName(`${name} ${style}`)
}

/**
 * The voice of a `speaker_id`, of a name such as `nora-narration`, or of an avatar's name alone, which means the first avatar
 * of that name. Case and punctuation do not matter. Undefined if there is none; throws INVALID_SPEAKER_ID for an unknown id.
 */
export function findVoiceByName(catalogue: Catalogue, name: string): Voice | undefined {
  if (/^\d{1,15}$/.test(name)) return findVoice(catalogue, Number(name))
  const wanted = plainName(name)
  return (
    catalogue.voices.find(({ avatar }) => voiceNameOf(avatar) === wanted) ??
    catalogue.voices.find(({ avatar }) => plainName(avatar.name) === wanted)
  )
}

/** The first voice of a language such as `en-GB`, with its region or without; the first of all if none speaks it. */
export function findVoiceByLanguage({ voices }: Catalogue, language: unknown): Voice {
  const asked = typeof language === 'string' ? language.trim().toLowerCase().replace('-', '_') : ''
  const localeOf = ({ avatar }: Voice): string => avatar.locale.toLowerCase()
  return (
    voices.find((voice) => localeOf(voice) === asked) ??
    voices.find((voice) => asked !== '' && localeOf(voice).split('_')[0] === asked.split('_')[0]) ??
    voices[0]!
  )
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}
