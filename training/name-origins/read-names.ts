import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { foldLetters } from '../../src/text/english/fold-letters.ts'
import { hashWord } from '../letter-to-sound/entries.ts'

/** A name in folded letters, the list that it is from, and its spelling there. */
export type ListedName = { readonly name: string; readonly origin: string; readonly written: string }

export const ENGLISH = 'english'
const FOLDER = join(import.meta.dirname, 'names')
/** One of so many words of CMUdict speaks for English. */
const WORDS_PER_EXAMPLE = 16

/** All names of the lists; a name of several lists counts for each of them, but English names only for English. */
export function readNames(): readonly ListedName[] {
  const lists = readdirSync(FOLDER).map((file) => ({
    origin: file.replace('.txt', ''),
    words: readFileSync(join(FOLDER, file), 'utf8').trim().split('\n'),
  }))
  const english = new Set([...lists.find(({ origin }) => origin === ENGLISH)!.words, ...readAmericanNames()])
  const names = lists
    .filter(({ origin }) => origin !== ENGLISH)
    .flatMap(({ origin, words }) =>
      [...new Set(words)].map((written) => ({ name: foldLetters(written).replace(/[^a-z]/g, ''), origin, written })),
    )
    .filter(({ name, written }) => name.length > 1 && (name !== written || !english.has(name)))
  return [...names, ...[...english].map((name) => ({ name, origin: ENGLISH, written: name }))]
}

/** Words of CMUdict that no list has. Many are names of foreign origin that Americans bear. */
export function sampleDictionary(names: readonly ListedName[]): readonly string[] {
  const listed = new Set(names.map(({ name }) => name))
  return Object.keys(dictionary).filter(
    (word) => /^[a-z]{3,}$/.test(word) && !listed.has(word) && hashOf(word) % WORDS_PER_EXAMPLE === 0,
  )
}

function readAmericanNames(): readonly string[] {
  const path = join(import.meta.dirname, '../letter-to-sound/names.txt')
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => /^[a-z]+$/.test(line))
}

/** The hash of a word with its high bits mixed in; splits that use it are the same on every machine. */
export function hashOf(word: string): number {
  const hash = hashWord(word)
  return (hash ^ (hash >>> 15)) >>> 0
}
