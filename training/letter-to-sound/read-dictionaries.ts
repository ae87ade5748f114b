import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { mendPronunciation } from '../../scripts/mend-pronunciation.ts'
import { isVowel } from '../../src/text/arpabet.ts'
import { foldLetters } from '../../src/text/english/fold-letters.ts'
import { parseIpa } from '../../src/text/respelling/parse-ipa.ts'
import { capitalise, type Entry, hashWord } from './entries.ts'

const ROOT = resolve(import.meta.dirname, '../..')
/** Later variants in CMUdict are rare readings; the network does better without them. */
const VARIANTS = 2
const WORD = /^[a-z']+$/

/** Pronunciations by word, in small letters. */
export type Dictionary = ReadonlyMap<string, readonly (readonly string[])[]>
export type WiktionaryLine = { readonly word: string; readonly ipa: string }

/** The project's own pronunciations. */
export function readSupplement(): Dictionary {
  const words = new Map<string, string[][]>()
  for (const line of readFileSync(join(ROOT, 'data/lexicon/supplement.tsv'), 'utf8').split('\n')) {
    const [word = '', value] = line.split('#')[0]!.trim().split('\t')
    if (value === undefined || !WORD.test(word)) continue
    words.set(
      word,
      value.split('|').map((one) => one.trim().split(/\s+/)),
    )
  }
  return words
}

/** CMUdict as the lexicon has it, without the words of the supplement. */
export function readCmudict(supplement: Dictionary): Dictionary {
  const words = new Map<string, string[][]>()
  for (const [key, value] of Object.entries(dictionary)) {
    const word = key.replace(/\(\d+\)$/, '')
    if (!WORD.test(word) || supplement.has(word)) continue
    const phonemes = [...mendPronunciation(word, value.split('#')[0]!.trim().split(' '))]
    words.set(word, [...(words.get(word) ?? []), phonemes])
  }
  return words
}

/** Lines of a table of Wiktionary: a word, a TAB, its sounds in IPA. */
export function readWiktionary(path: string): readonly WiktionaryLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
    .flatMap(([word = '', ipa]) => (ipa !== undefined && /^\p{L}[\p{L}']+$/u.test(word) ? [{ word, ipa }] : []))
}

/** Entries of a dictionary in small letters, written as Wiktionary writes the words; half of what it lacks has a capital. */
export function entriesOf(
  words: Dictionary,
  { source, wiktionary }: { source: Entry['source']; wiktionary: readonly WiktionaryLine[] },
): readonly Entry[] {
  const capitals = new Map<string, Set<boolean>>()
  for (const { word } of wiktionary) {
    const key = foldLetters(word)
    capitals.set(key, (capitals.get(key) ?? new Set()).add(/^\p{Lu}/u.test(word)))
  }
  return [...words].flatMap(([word, pronunciations]) => {
    const seen = capitals.get(word)
    const isName = seen?.size === 1 ? seen.has(true) : (hashWord(word) >>> 7) % 2 === 1
    const variants = pronunciations.slice(0, VARIANTS)
    const written = isName ? capitalise(word) : word
    return variants.map((phonemes): Entry => ({ written, phonemes, source, weight: 1 / variants.length }))
  })
}

/** Words that only Wiktionary has. Their stress is open, and so is what its editors write in several ways. */
export function newWords(lines: readonly WiktionaryLine[], isKnown: (word: string) => boolean): readonly Entry[] {
  return lines.flatMap(({ word, ipa }): Entry[] => {
    const key = foldLetters(word)
    const options = word.length < 3 || isKnown(key) ? undefined : readIpa(ipa)
    if (options === undefined || !options.some(([one]) => isVowel(one!)) || losesR(key, options)) return []
    return [{ written: word, phonemes: options.map(([one]) => one!), options, source: 'wiktionary', weight: 0.6 }]
  })
}

/** British entries among the American ones, which do not say `r` before consonants. */
function losesR(word: string, options: readonly (readonly string[])[]): boolean {
  return /r(?=[^aeiouyr']|$)/.test(word) && !options.some(([one]) => one === 'R' || one!.startsWith('ER'))
}

/** What each sound of an entry in IPA may be; undefined if a sign is no sound of English. */
function readIpa(ipa: string): readonly (readonly string[])[] | undefined {
  const plain = ipa
    .replaceAll(/ |\u0361|\u032f/g, '')
    .replaceAll(/[ɛe]ə/g, 'ɛ')
    .replaceAll('ʊə', 'ʊ')
    .replaceAll(/ɪə(?=ɹ)/g, 'ɪ')
  const sounds = parseIpa(plain)
  const isSingle = sounds?.filter(({ sound }) => /^[AEIOU]/.test(sound)).length === 1
  return sounds?.map(({ sound, stress }) => {
    if (!/^[AEIOU]/.test(sound)) return [sound]
    if (isSingle) return [`${sound}1`]
    if (stress === '0') return sound === 'AH' ? ['AH0', 'IH0'] : [`${sound}0`]
    if (sound === 'AA') return [...stressed('AA'), ...stressed('AO')]
    if (sound === 'AO') return [...stressed('AO'), ...stressed('AA')]
    if (sound === 'IH') return [...stressed('IH'), 'AH0', 'IY0']
    return stressed(sound)
  })
}

function stressed(vowel: string): readonly string[] {
  return [`${vowel}0`, `${vowel}1`, `${vowel}2`]
}
