import { foldCharacter } from '../characters/fold-character.ts'
import { soundsOfS } from '../english/possessive.ts'
import type { PronouncedRun } from '../markup/tree/markup-run.ts'
import type { SpokenWord } from './spoken-word.ts'

/** The spoken words of a run whose sound the caller gave: one per pronunciation. */
export function readPronounced({ text, pronunciations }: PronouncedRun): readonly SpokenWord[] {
  const written = text.split(/\s+/).filter((word) => lettersOf(word) !== '')
  const isAligned = written.length === pronunciations.length
  return pronunciations.map((sound, i) => {
    const word = isAligned ? written[i]! : written.join('')
    return { text: lettersOf(word) || 'word', written: word || 'word', sound }
  })
}

function lettersOf(text: string): string {
  let folded = ''
  for (const character of text) folded += character < '\x7f' ? character : (foldCharacter(character) ?? '')
  return folded.toLowerCase().replace(/[^a-z']/g, '')
}

const CLITIC_SOUNDS: Readonly<Record<string, string>> = { re: 'ER0', ve: 'AH0 V', ll: 'AH0 L', d: 'D', m: 'M', t: 'T' }

/** `'s` and its kin behind a word whose sound the caller gave; `before` is the last phoneme of that word. */
export function readClitic(text: string, before: string | undefined): readonly SpokenWord[] {
  const ending = text.slice(1).toLowerCase()
  const sound = CLITIC_SOUNDS[ending]?.split(' ') ?? soundsOfS(before ?? '')
  return [{ text: text.toLowerCase(), written: text, sound }]
}
