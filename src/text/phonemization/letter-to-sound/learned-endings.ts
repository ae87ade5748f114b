import rows from '../../../../data/english/learned-endings.json' with { type: 'json' }
import { isVowel, vowelPositions, withoutStress } from '../../arpabet.ts'
import { soundsOfS } from '../../english/possessive.ts'
import { demoteStress } from '../derivation/attach-ending.ts'
import type { Pronunciation } from '../lexicon/lexicon.ts'

/** Endings of medicine and science that are stressed alike after every stem. */
const ENDINGS = endingsOf('learned')
/** Endings without the main stress, which the stem keeps: `chromatophore`. */
const WEAK_ENDINGS = endingsOf('weak')
/** Endings of Greek names with the main stress on the vowel before them: `Telemachus`, `Anaximenes`. */
const GREEK_ENDINGS = endingsOf('greek')
/** How a vowel letter sounds with the stress on it, before such an ending. */
const SHORT_VOWELS: Readonly<Record<string, string>> = { a: 'AE1', e: 'EH1', i: 'IH1', o: 'AA1', u: 'UW1', y: 'IH1' }

const LEARNED = endingIn(ENDINGS)
const WEAK = endingIn(WEAK_ENDINGS)
const GREEK = endingIn(GREEK_ENDINGS)

type Endings = ReadonlyMap<string, string>

function endingsOf(use: string): Endings {
  return new Map(rows.flatMap(({ ending, sounds, kind }) => (kind === use ? [[ending, sounds] as const] : [])))
}

function endingIn(endings: Endings): RegExp {
  return new RegExp(`^([a-z]{2,24}?)(${[...endings.keys()].join('|')})(s?)$`)
}

type EndingOptions = {
  /** Greek names have a capital; in small letters their endings are those of plurals: `halogenides`. */
  readonly isCapital: boolean
  /** Says the stem. */
  readonly guess: (stem: string) => Pronunciation
}

/** An unknown word of medicine, science or old Greece by its ending, as `thoracotomy` and `upadacitinib`. */
export function guessByEnding(word: string, { isCapital, guess }: EndingOptions): Pronunciation | undefined {
  const strong = sayBefore(LEARNED, word, guess)
  if (strong !== undefined) return [...demoteStress(strong.stem), ...soundsOf(ENDINGS, strong)]
  const weak = sayBefore(WEAK, word, guess)
  if (weak !== undefined) return joinSounds(withWeakEnd(weak.stem), soundsOf(WEAK_ENDINGS, weak))
  const greek = isCapital ? sayBefore(GREEK, word, guess) : undefined
  return greek === undefined ? undefined : [...withStressedEnd(greek), ...soundsOf(GREEK_ENDINGS, greek)]
}

type Ended = {
  readonly letters: string
  readonly stem: Pronunciation
  readonly ending: string
  readonly plural: string
}

function sayBefore(pattern: RegExp, word: string, guess: EndingOptions['guess']): Ended | undefined {
  const [, letters = '', ending = '', plural = ''] = pattern.exec(word) ?? []
  if (!/[aeiouy]/.test(letters)) return undefined
  const stem = guess(letters)
  return stem.some(isVowel) ? { letters, stem, ending, plural } : undefined
}

function soundsOf(endings: Endings, { ending, plural }: Ended): Pronunciation {
  const sounds = endings.get(ending)!.split(' ')
  return plural === '' ? sounds : [...sounds, ...soundsOfS(sounds.at(-1)!)]
}

/** One sound of two alike: `copepod`. */
function joinSounds(stem: Pronunciation, ending: Pronunciation): Pronunciation {
  return stem.at(-1) === ending[0] ? [...stem, ...ending.slice(1)] : [...stem, ...ending]
}

/** The `o` that links a stem to its ending is weak. */
function withWeakEnd(stem: Pronunciation): Pronunciation {
  const vowels = vowelPositions(stem)
  const last = vowels.at(-1)!
  if (vowels.length === 1 || last !== stem.length - 1) return stem
  const hasMain = stem[last]!.endsWith('1')
  return stem.map((phoneme, at) => {
    if (at === last) return 'AH0'
    return hasMain && at === vowels.at(-2) ? `${withoutStress(phoneme)}1` : phoneme
  })
}

/** The last vowel of the stem has the main stress, and so the sound of its letter. */
function withStressedEnd({ letters, stem }: Ended): Pronunciation {
  const last = vowelPositions(stem).at(-1)!
  const letter = /[aeiouy](?=[^aeiouy]*$)/.exec(letters)![0]
  // The model takes the e of `arche` for a silent one.
  if (/[aeiouy]$/.test(letters) && !isVowel(stem.at(-1)!)) return [...demoteStress(stem), SHORT_VOWELS[letter]!]
  const vowel = [SHORT_VOWELS[letter]!, ...(stem[last]!.startsWith('ER') ? ['R'] : [])]
  return demoteStress(stem).toSpliced(last, 1, ...vowel)
}

/** Rocks, fossils and followers: `dacite`. */
export function settleIte(word: string, phonemes: Pronunciation): Pronunciation {
  if (!/[^aeiou]ites?$/.test(word) || !/ (?:(?:AH|IH|IY)\d|AY1) T(?: S)?$/.test(phonemes.join(' '))) return phonemes
  const vowels = vowelPositions(phonemes)
  if (vowels.length < 2) return phonemes
  const hasMain = phonemes[vowels.at(-1)!]!.endsWith('1')
  return phonemes.map((phoneme, at) => {
    if (at === vowels.at(-1)) return 'AY2'
    return hasMain && at === vowels.at(vowels.length > 2 ? -3 : -2) ? `${withoutStress(phoneme)}1` : phoneme
  })
}
