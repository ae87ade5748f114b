import rows from '../../../data/english/foreign-phrases.json' with { type: 'json' }
import menu from '../../../data/english/spanish-menu.json' with { type: 'json' }
import type { Pronunciation } from '../phonemization/lexicon/lexicon.ts'

/** How menus on the telephone say in Spanish that a key should be pressed: the verb, `el` or not, and the key. */
const PRESS = menu.filter(({ kind }) => kind === 'verb')
const KEYS = menu.filter(({ kind }) => kind === 'key')

/** A phrase of another language in English text, in which words are said otherwise than alone: `vin` in `coq au vin`. */
export type ForeignPhrase = { readonly words: readonly string[]; readonly sounds: readonly Pronunciation[] }

function readTable(): ReadonlyMap<string, readonly ForeignPhrase[]> {
  const phrases = [...rows, ...listMenuPhrases()].map(({ words, sounds }) => ({
    words: words.split(' '),
    sounds: sounds.split(' | ').map((word) => word.split(' ')),
  }))
  return Map.groupBy(phrases, ({ words }) => words[0]!)
}

/** `oprima dos`, `oprima el dos`, and `oprima el` before anything else. */
function listMenuPhrases(): readonly (typeof rows)[number][] {
  return PRESS.flatMap(({ word: verb, sounds: said }) => [
    ...KEYS.flatMap(({ word, sounds }) => [
      { words: `${verb} ${word}`, sounds: `${said} | ${sounds}` },
      { words: `${verb} el ${word}`, sounds: `${said} | EH1 L | ${sounds}` },
    ]),
    { words: `${verb} el`, sounds: `${said} | EH1 L` },
  ])
}

/** The phrases by their first word; of several that fit, the first counts. */
export const FOREIGN_PHRASES: ReadonlyMap<string, readonly ForeignPhrase[]> = readTable()
