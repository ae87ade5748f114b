import { MarkupSyntaxError } from '../../errors.ts'
import { ARPABET_VOWELS } from '../arpabet.ts'
import { quoteExcerpt } from '../markup/quote-excerpt.ts'
import { LONGEST_LETTERS, RESPELLING_SOUNDS } from './respelling-chart.ts'

/** Written as what must not occur, so that matching needs no backtracking however long the letters are. */
const NO_RESPELLING = /[^A-Za-z-]|^-|-$|--|[a-z][A-Z]|[A-Z][a-z]/
const FOREIGN_LETTER = /[^A-Za-z-]/u
const VOWEL_LETTERS = 'aeiouy'
const SONORANTS: ReadonlySet<string> = new Set(['M', 'N', 'NG', 'L', 'R'])

type Syllable = { readonly sounds: readonly string[]; readonly isCapital: boolean }

/** Whether some letters have the shape of a respelling: syllables in one case, joined by dashes, one in capitals. */
export function isRespelling(letters: string): boolean {
  return /[A-Z]/.test(letters) && !NO_RESPELLING.test(letters)
}

/**
 * The sounds of a respelling such as `toh-MAY-toh`: ARPAbet, each vowel with its stress. The last syllable in capitals
 * is stressed, earlier ones carry secondary stress. `offset` is where the letters stand in the caller's text; throws
 * MarkupSyntaxError at the letter that cannot be read.
 */
export function parseRespelling(letters: string, offset = 0): readonly string[] {
  checkShape(letters, offset)
  const written = letters.split('-')
  const syllables = written.map((syllable): Syllable => {
    return { sounds: addSchwa(readSyllable(syllable.toLowerCase())), isCapital: syllable !== syllable.toLowerCase() }
  })
  const primary = syllables.findLastIndex(({ isCapital }) => isCapital)
  return syllables.flatMap(({ sounds, isCapital }, index) => {
    if (isCapital && !sounds.some((sound) => ARPABET_VOWELS.has(sound))) {
      const place = offset + written.slice(0, index).join('-').length + (index > 0 ? 1 : 0)
      throw unreadable(letters, `syllable ${quoteExcerpt(written[index] ?? '')} is stressed but has no vowel`, place)
    }
    return stressed(sounds, isCapital ? (index === primary ? '1' : '2') : '0')
  })
}

/** Refuses everything that is not syllables in one case, joined by single dashes, at least one in capitals. */
function checkShape(letters: string, offset: number): void {
  if (letters === '')
    throw new MarkupSyntaxError('Cannot read respelling: it is empty; write syllables such as toh-MAY-toh', offset)
  const foreign = letters.search(FOREIGN_LETTER)
  if (foreign !== -1) {
    const character = String.fromCodePoint(letters.codePointAt(foreign) ?? 0)
    throw unreadable(letters, `"${character}" is neither a letter nor a dash`, offset + foreign)
  }
  let place = offset
  for (const syllable of letters.split('-')) {
    if (syllable === '') throw unreadable(letters, 'a syllable is empty', Math.min(place, offset + letters.length - 1))
    if (syllable !== syllable.toLowerCase() && syllable !== syllable.toUpperCase()) {
      throw unreadable(letters, `syllable ${quoteExcerpt(syllable)} mixes capitals and small letters`, place)
    }
    place += syllable.length + 1
  }
  if (!isRespelling(letters)) throw unreadable(letters, 'no syllable is in capitals, so none is stressed', offset)
}

function unreadable(letters: string, problem: string, offset: number): MarkupSyntaxError {
  return new MarkupSyntaxError(`Cannot read respelling ${quoteExcerpt(letters)}: ${problem}`, offset)
}

/** The sounds of one syllable in small letters: at each place the longest letters that the chart knows. */
function readSyllable(syllable: string): readonly string[] {
  const sounds: string[] = []
  for (let at = 0; at < syllable.length; ) {
    const letters = lettersAt(syllable, at)
    sounds.push(...(isVowelY(syllable, at) ? ['AY'] : (RESPELLING_SOUNDS.get(letters) ?? [])))
    at += letters.length
  }
  return sounds
}

/** A syllable that has no vowel and ends in a sonorant is said with a schwa before it: `HM`, `BUHT-n`. */
function addSchwa(sounds: readonly string[]): readonly string[] {
  const last = sounds.at(-1) ?? ''
  if (!SONORANTS.has(last) || sounds.some((sound) => ARPABET_VOWELS.has(sound))) return sounds
  return [...sounds.slice(0, -1), 'AH', last]
}

/** Every single letter is in the chart, so there is always a match. */
function lettersAt(syllable: string, at: number): string {
  for (let length = LONGEST_LETTERS; length > 1; length--) {
    const letters = syllable.slice(at, at + length)
    if (letters.length === length && RESPELLING_SOUNDS.has(letters)) return letters
  }
  return syllable.slice(at, at + 1)
}

/** `y` is a consonant before a vowel (`yes`, `YYK`) and else the vowel of "isle". */
function isVowelY(syllable: string, at: number): boolean {
  return syllable[at] === 'y' && !VOWEL_LETTERS.includes(syllable[at + 1] ?? ' ')
}

/** Puts stress on the first vowel; a further one in the same syllable has none. */
function stressed(sounds: readonly string[], stress: string): readonly string[] {
  const nucleus = sounds.findIndex((sound) => ARPABET_VOWELS.has(sound))
  return sounds.map((sound, index) => {
    if (!ARPABET_VOWELS.has(sound)) return sound
    return sound + (index === nucleus ? stress : '0')
  })
}
