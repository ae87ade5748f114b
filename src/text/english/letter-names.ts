import rows from '../../../data/english/letter-names.json' with { type: 'json' }
import type { Pronunciation } from '../phonemization/lexicon/lexicon.ts'
import { hasTrait, type Locale } from './dialects.ts'
import { soundsOfD, soundsOfS } from './possessive.ts'

type LetterName = { readonly sounds: Pronunciation; readonly respelling: string }

const NAMES: ReadonlyMap<string, LetterName> = new Map(
  rows.map(({ letter, sounds, respelling }) => [letter, { sounds: sounds.split(' '), respelling }] as const),
)

/**
 * The names of the letters a to z in `letters`, one after another, with the sound of a `'s` or `'d` behind them (`c's`); anything
 * else in it is passed over.
 */
export function nameLetters(letters: string, locale: Locale): Pronunciation {
  const [, stem = letters, ending] = /^([a-z]+)('[sd])$/.exec(letters) ?? []
  const sounds = Array.from(stem).flatMap((letter) => findName(letter, locale)?.sounds ?? [])
  if (ending === undefined) return sounds
  const last = sounds.at(-1)!
  return [...sounds, ...(ending === "'s" ? soundsOfS(last) : soundsOfD(last))]
}

/** The name of a small letter in the respelling notation; undefined for what is none. */
export function respellLetter(letter: string, locale: Locale): string | undefined {
  return findName(letter, locale)?.respelling
}

function findName(letter: string, locale: Locale): LetterName | undefined {
  return NAMES.get(letter === 'z' && hasTrait(locale, 'zed') ? 'zed' : letter)
}
