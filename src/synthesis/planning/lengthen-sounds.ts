import { isVowel, vowelPositions } from '../../text/arpabet.ts'
import type { SourceWord } from '../../text/normalization/normalized-text.ts'
import type { SpokenWord } from '../../text/utterance.ts'

/** Factor of a sound whose letter is written three times, for each further letter, and at most. */
const THREE_LETTERS = 2
const PER_LETTER = 0.15
const MOST = 2.5
/** Factor in interjections that are long as they are written: `Hmm`, `Shh`, `Ahh`, `Ooh`. */
const INTERJECTION = 1.6

const RUN = /(\p{L})\1{2,}/giu
/** No vowel and a double letter, a double `h` or `w` at the end, or a double vowel before `h`. */
const LONG_INTERJECTION = /^(?:(?=\p{L}*(\p{L})\1)[^\P{L}aeiouy]{2,}|\p{L}{1,2}(?:hh|ww)|aah|ooh|eeh)$/iu

/** The phonemes that a run of each consonant stretches; the nearest vowel where none is named, since a stop can't be stretched. */
const STRETCHED: Readonly<Record<string, RegExp>> = {
  m: /^M$/,
  n: /^NG?$/,
  s: /^(?:S|Z|SH)$/,
  z: /^Z$/,
  r: /^(?:R|ER\d)$/,
  l: /^L$/,
  f: /^F$/,
  v: /^V$/,
  h: /^SH$/,
}

/**
 * The factor of each phoneme's length in a word that is written long, `Sooo` or `Hmm`; undefined for all others. `word` must be
 * all that is said for `source`.
 */
export function lengthenSounds({ text, phonemes }: SpokenWord, source: SourceWord): readonly number[] | undefined {
  const written = source.text
  if (source.replacement !== undefined || unstretch(written) !== unstretch(text)) return undefined
  const runs = [...written.matchAll(RUN)].filter(([run]) => !text.includes(run.toLowerCase()))
  if (runs.length > 0) {
    const factors = phonemes.map(() => 1)
    for (const { 0: run, index } of runs) {
      const factor = Math.min(MOST, THREE_LETTERS + PER_LETTER * (run.length - 3))
      factors[soundOf(written, index, phonemes)] = factor
    }
    return factors
  }
  if (!LONG_INTERJECTION.test(written)) return undefined
  const last = phonemes.length - 1
  return phonemes.map((phoneme, i) => (isVowel(phoneme) || (i === last && isLasting(phoneme)) ? INTERJECTION : 1))
}

/** About how much longer a word is whose sounds are lengthened; a vowel lasts as long as two consonants. */
export function meanStretch(lengthening: readonly number[] = []): number {
  const longest = Math.max(1, ...lengthening)
  return longest === 1 ? 1 : 1 + (2 * (longest - 1)) / (lengthening.length + 1)
}

/** The word with every letter once. */
function unstretch(word: string): string {
  return word.toLowerCase().replace(/(\p{L})\1+/gu, '$1')
}

/** The index of the phoneme that the run of letters at `index` spells. */
function soundOf(written: string, index: number, phonemes: readonly string[]): number {
  const before = written.slice(0, index).toLowerCase()
  const letter = written[index]!.toLowerCase()
  const consonants = STRETCHED[letter]
  const found = consonants === undefined ? -1 : phonemes.findLastIndex((phoneme) => consonants.test(phoneme))
  if (found >= 0) return found
  const vowels = vowelPositions(phonemes)
  const isNewVowel = /[aeiouy]/.test(letter) && !/[aeiouy]$/.test(before)
  const earlier = before.match(/[aeiouy]+/g)?.length ?? 0
  const place = isNewVowel ? earlier : earlier - 1
  return vowels[Math.min(Math.max(0, place), vowels.length - 1)] ?? 0
}

function isLasting(phoneme: string): boolean {
  return /^(?:M|N|NG|L|R|S|Z|SH|ZH|F|V|TH)$/.test(phoneme)
}
