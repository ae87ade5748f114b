import type { Voice } from '../../voices/voice.ts'

/** Three-letter codes that clients send for languages whose locales begin with two letters. */
const SHORT_CODES: Readonly<Record<string, string>> = {
  eng: 'en',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
  ita: 'it',
  por: 'pt',
}

/** Warns of a language that is asked for and that the voice does not speak. `language` is what the caller sent, such as `de` or `de-DE`. */
export function warnOfLanguage(language: unknown, { avatar }: Voice): readonly string[] {
  if (typeof language !== 'string') return []
  const [asked = ''] = language.trim().toLowerCase().split(/[-_]/)
  const [spoken] = avatar.locale.toLowerCase().split('_')
  if (!/^[a-z]{2,3}$/.test(asked) || (SHORT_CODES[asked] ?? asked) === spoken) return []
  return [
    `${avatar.name} speaks ${avatar.locale}, not the language "${asked}": the text is read in the voice's own language`,
  ]
}
