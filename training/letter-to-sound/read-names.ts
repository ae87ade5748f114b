import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isVowel } from '../../src/text/arpabet.ts'
import { foldLetters } from '../../src/text/english/fold-letters.ts'
import { guessByOrigin } from '../name-origins/guess-by-origin.ts'
import { findSpelling, readBySpelling } from '../name-origins/spelling.ts'
import { capitalise, type Entry, hashWord } from './entries.ts'
import { readWiktionary } from './read-dictionaries.ts'

const NAMES = resolve(import.meta.dirname, '../name-origins/names')
/** Tables of Wiktionary, and the spelling that their words have. */
const LANGUAGES = {
  de: 'german',
  es: 'spanish',
  fr: 'french',
  it: 'italian',
  nl: 'dutch',
  pl: 'polish',
  pt: 'portuguese',
  sv: 'scandinavian',
  tr: 'turkish',
}
/** One in so many words of each table is taken, and more of those with marks, from which the network learns to heed marks. */
const SHARE = 4
const MARKED_SHARE = 2
/** Names that are made up of each list. */
const MADE_UP = 1500

type NameSources = {
  readonly wiktionaryFolder: string
  readonly runningText: string
  readonly isKnown: (word: string) => boolean
}

/** Names and words of other languages that the dictionaries lack, as English speakers say what the spelling of their language shows. */
export function readNames({ wiktionaryFolder, runningText, isKnown }: NameSources): readonly Entry[] {
  const said = new Map<string, readonly string[]>()
  const add = (written: string, phonemes: readonly string[] | undefined): void => {
    // A listed word is taken with marks only: the network must not say it as without them.
    const isNew = /[^a-z]/i.test(written) || !isKnown(foldLetters(written))
    if (isNew && phonemes?.some(isVowel) === true) said.set(written, phonemes)
  }
  for (const written of new Set(readFileSync(runningText, 'utf8').match(/\p{Lu}\p{Ll}{2,}/gu)))
    add(written, guessByOrigin(written))
  for (const file of readdirSync(NAMES))
    for (const name of readFileSync(join(NAMES, file), 'utf8').trim().split('\n'))
      if (file !== 'english.txt') add(capitalise(name), guessByOrigin(capitalise(name)))
  for (const name of makeUpNames()) add(name, guessByOrigin(name))
  for (const [file, origin] of Object.entries(LANGUAGES)) {
    const spelling = findSpelling(origin)!
    const words = readWiktionary(join(wiktionaryFolder, `${file}.tsv`)).map(({ word }) => word.toLowerCase())
    for (const word of words) {
      const isMarked = /[^a-z]/.test(word)
      if (!/^\p{L}{3,14}$/u.test(word) || hashWord(word) % (isMarked ? MARKED_SHARE : SHARE) > 0) continue
      // Most words without marks do not show their language.
      const marked = isMarked ? readBySpelling(word, spelling) : undefined
      add(capitalise(word), guessByOrigin(capitalise(word)) ?? marked)
    }
  }
  return [...said].map(([written, phonemes]) => ({ written, phonemes, source: 'spellings', weight: 0.4 }))
}

/** Names that look like those of the lists, of which some languages have few. */
function makeUpNames(): readonly string[] {
  return readdirSync(NAMES)
    .filter((file) => file !== 'english.txt')
    .flatMap((file) => {
      const names = readFileSync(join(NAMES, file), 'utf8').trim().split('\n')
      return Array.from({ length: MADE_UP }, (_, i) => capitalise(makeUpName(names, hashWord(`${file} ${i}`))))
    })
}

/** A walk through names: after three letters comes what follows them in one of the names that have them. */
function makeUpName(names: readonly string[], seed: number): string {
  let state = seed
  const choose = <T>(some: readonly T[]): T => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return some[(state >>> 8) % some.length]!
  }
  let name = choose(names).slice(0, 3)
  while (name.length < 14) {
    const tail = name.slice(-3)
    const followers = names.flatMap((other) => {
      const at = other.indexOf(tail)
      return at < 0 ? [] : [other[at + tail.length] ?? '']
    })
    const next = followers.length === 0 ? '' : choose(followers)
    if (next === '') break
    name += next
  }
  return name
}
