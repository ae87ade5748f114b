import type { Voice } from './voice.ts'

/** The language of a voice, in lower case: `en-us`. */
export function languageCodeOf({ avatar }: Voice): string {
  return avatar.locale.replace('_', '-').toLowerCase()
}
