import { ARPABET_CONSONANTS, ARPABET_VOWELS } from '../../src/text/arpabet.ts'
import { foldLetters } from '../../src/text/english/fold-letters.ts'
import type { Pronunciation } from '../../src/text/phonemization/lexicon/lexicon.ts'
import spellings from './spellings.json' with { type: 'json' }

/** How a language is spelled, and what English speakers make of it: the content of data/name-origins/spellings.json. */
type SpellingFile = {
  /** What a word of the language looks like, in lower case. */
  readonly shape: string
  /** Letters that show the origin of a name by themselves. */
  readonly telling?: string
  /** Whether the rules are for words without their marks. */
  readonly folded?: boolean
  /** `letters > vowel`, first match first: the stressed vowel from 1, or from the end below 0. `marked` letters carry the stress. */
  readonly stress: readonly string[]
  /** `letters > sounds`, first match first. */
  readonly rules: readonly string[]
  /** `sounds > sounds` on the whole pronunciation, stress included. */
  readonly finally: readonly string[]
}

export type Spelling = {
  readonly shape: RegExp
  readonly telling: RegExp | undefined
  readonly folded: boolean
  readonly stress: readonly (readonly [letters: RegExp, vowel: number | 'marked'])[]
  readonly rules: readonly (readonly [letters: RegExp, sounds: readonly string[]])[]
  readonly finally: readonly (readonly [sounds: RegExp, replacement: string])[]
}

/** Letters without a rule of their own. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'AA',
  c: 'K',
  e: 'EH',
  h: 'HH',
  i: 'IY',
  j: 'JH',
  o: 'OW',
  q: 'K',
  u: 'UW',
  x: 'K S',
  y: 'Y',
}

/** What English does to the sounds of any language: no double sounds, `r` colours the vowel before it, a last `a` is weak. */
const ENGLISH_SOUNDS: Spelling['finally'] = [
  [/\b([A-Z]+) \1\b/g, '$1'],
  [/\bN (?=[KG]\b)/g, 'NG '],
  [/\bEH0 R(?= [BCDFGHJKLMNPSTVZ]|$)/g, 'ER0'],
  [/\bOW(\d) R\b/g, 'AO$1 R'],
  [/\bUW(\d) R\b/g, 'UH$1 R'],
  [/\bIY(\d) R\b/g, 'IH$1 R'],
  [/\bEY(\d) R\b/g, 'EH$1 R'],
  [/\bEH(\d)(?= [AEIOU])/g, 'EY$1'],
  [/\bAA0$/, 'AH0'],
  [/\bEH(\d)$/, 'EY$1'],
  [/\bNG G$/, 'NG'],
]

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map(
  Object.entries<SpellingFile>(spellings).map(([origin, file]) => [origin, openSpelling(file)]),
)

/** The spelling of an origin; undefined for English and for origins without rules. */
export function findSpelling(origin: string): Spelling | undefined {
  return SPELLINGS.get(origin)
}

/** The origins that some letters of `word` show by themselves. */
export function originsThatTell(word: string): readonly string[] {
  return [...SPELLINGS]
    .filter(([, { shape, telling }]) => telling?.test(word) === true && shape.test(word))
    .map(([origin]) => origin)
}

/** The origins whose words may have all letters of `word`. */
export function originsThatSpell(word: string): readonly string[] {
  return [...SPELLINGS].filter(([, { shape }]) => shape.test(word)).map(([origin]) => origin)
}

function openSpelling({ shape, telling, folded = false, stress, rules, finally: last }: SpellingFile): Spelling {
  return {
    shape: new RegExp(shape, 'u'),
    telling: telling === undefined ? undefined : new RegExp(telling, 'u'),
    folded,
    stress: stress.map((line) => {
      if (line.startsWith('marked ')) return [new RegExp(line.slice('marked '.length), 'u'), 'marked'] as const
      const [letters, vowel] = splitLine(line)
      return [new RegExp(letters, 'u'), Number(vowel)] as const
    }),
    rules: rules.map((line) => {
      const [letters, sounds] = splitLine(line)
      return [new RegExp(letters, 'uy'), sounds.split(' ').filter((sound) => sound !== '')] as const
    }),
    finally: last.map((line) => {
      const [sounds, replacement] = splitLine(line)
      return [new RegExp(sounds, 'gu'), replacement] as const
    }),
  }
}

function splitLine(line: string): readonly [string, string] {
  const at = line.indexOf('>', line.lastIndexOf(' > '))
  return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
}

type Sound = { readonly phone: string; readonly start: number }

/** How a word in lower case is said by the rules of a spelling, with one primary stress, also if a change took the stressed vowel away. */
export function readBySpelling(written: string, spelling: Spelling): Pronunciation {
  const word = spelling.folded ? foldLetters(written) : written
  const sounds = spellSounds(word, spelling)
  const vowels = sounds.filter(({ phone }) => ARPABET_VOWELS.has(phone))
  const stressed = vowels[findStress(word, vowels, spelling)]
  const plain = sounds.map((sound) =>
    ARPABET_VOWELS.has(sound.phone) ? `${sound.phone}${sound === stressed ? 1 : 0}` : sound.phone,
  )
  const changed = [...spelling.finally, ...ENGLISH_SOUNDS].reduce(
    (text, [sound, replacement]) => text.replace(sound, replacement),
    plain.join(' '),
  )
  const phonemes = changed.split(' ').filter((sound) => sound !== '')
  const last = phonemes.findLastIndex((sound) => sound.endsWith('0'))
  return changed.includes('1') ? phonemes : phonemes.map((sound, at) => (at === last ? sound.replace('0', '1') : sound))
}

function spellSounds(word: string, { rules }: Spelling): readonly Sound[] {
  const sounds: Sound[] = []
  for (let at = 0; at < word.length; ) {
    const [length, phones] = matchRule(word, at, rules)
    for (const phone of phones) sounds.push({ phone, start: at })
    at += length
  }
  return sounds
}

/** A double consonant sounds once; a letter with a mark that has no rule sounds as without it. */
function matchRule(word: string, at: number, rules: Spelling['rules']): readonly [number, readonly string[]] {
  for (const [letters, phones] of rules) {
    letters.lastIndex = at
    const length = letters.exec(word)?.[0].length ?? 0
    if (length > 0) return [length, phones]
  }
  const letter = word[at]!.normalize('NFD')[0]!
  if (word[at] === word[at + 1] && !/[aeiouy]/.test(letter)) return [1, []]
  const sound = LETTERS[letter] ?? letter.toUpperCase()
  return [1, sound.split(' ').filter((phone) => ARPABET_CONSONANTS.has(phone) || ARPABET_VOWELS.has(phone))]
}

function findStress(word: string, vowels: readonly Sound[], { stress }: Spelling): number {
  for (const [letters, vowel] of stress) {
    const match = letters.exec(word)
    if (match === null) continue
    if (vowel !== 'marked')
      return Math.min(Math.max(vowel > 0 ? vowel - 1 : vowels.length + vowel, 0), vowels.length - 1)
    const marked = vowels.findLastIndex(({ start }) => start <= match.index)
    if (marked >= 0) return marked
  }
  return vowels.length - 1
}
