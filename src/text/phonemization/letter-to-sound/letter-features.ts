import { foldLetters } from '../../english/fold-letters.ts'

/** A word as the network sees it. */
export type SpelledWord = {
  /** Small letters a to z and apostrophes. */
  readonly letters: string
  /** For each letter the one that was written, if it bears a mark, such as `é`; else empty. */
  readonly marks: readonly string[]
  /** Written with a capital and then small letters. */
  readonly isName: boolean
}

/** Numbers of the rows of weights that features are hashed into: powers of two. Row 0 means no feature. */
export const LETTER_ROWS = 1 << 16
export const WORD_ROWS = 1 << 14
export const PAST_ROWS = 1 << 14

/** The letters of a written word, with their marks apart. */
export function spellWord(written: string): SpelledWord {
  const letters: string[] = []
  const marks: string[] = []
  for (const char of written.normalize('NFC').toLowerCase()) {
    const mark = /[a-z'’]/.test(char) ? '' : char
    for (const letter of foldLetters(char).replaceAll('-', '')) {
      letters.push(letter)
      marks.push(mark)
    }
  }
  return { letters: letters.join(''), marks, isName: /^\p{Lu}.*\p{Ll}/u.test(written) }
}

/** How far single letters are looked at on each side. */
const REACH = 5
/** Groups of letters around a letter: where they begin and end, seen from it. */
const GROUPS: readonly (readonly [from: number, to: number])[] = [
  ...Array.from({ length: 2 * REACH + 1 }, (_, i) => [i - REACH, i - REACH] as const),
  [-1, 0],
  [0, 1],
  [-2, -1],
  [1, 2],
  [2, 3],
  [-3, -2],
  [-1, 1],
  [-2, 0],
  [0, 2],
  [1, 3],
  [-3, -1],
  [-2, 1],
  [-1, 2],
  [0, 3],
  [-3, 0],
]
/** Lengths of the word's ending that are looked at with the distance from it. */
const ENDINGS = [0, 2, 3, 4]
/** How many features a letter has. */
export const FEATURES = GROUPS.length + ENDINGS.length + 7
/** Kinds of features beside groups, by which equal letters are told apart. */
const [ENDING, START, SYLLABLES, AFTER, BEFORE, LETTER, NAME, BARE, WORD, PAST] = Array.from(
  { length: 10 },
  (_, i) => 100 + i,
) as [number, number, number, number, number, number, number, number, number, number]
/** The codes of a word's edges: this one before its first letter, the next one behind its last. */
const EDGE = 32
const LONGEST_GROUP_OF_WORD = 4
const FARTHEST = 12
const MOST_SYLLABLES = 6

/** The rows of each letter's features, `FEATURES` a letter, letter by letter. */
export function describeLetters({ letters, marks, isName }: SpelledWord): Uint16Array {
  const size = letters.length
  const codeAt = (at: number): number =>
    at < 0 ? EDGE : at < size ? (marks[at] || letters[at]!).charCodeAt(0) : EDGE + 1
  const hashGroup = (kind: number, from: number, to: number): number => {
    let hash = mix(SEED, kind)
    for (let at = from; at <= to; at++) hash = mix(hash, codeAt(at))
    return hash
  }
  const syllables = countVowelGroups(letters)
  const rows = new Uint16Array(size * FEATURES)
  let end = 0
  const add = (hash: number): void => {
    rows[end++] = rowOf(hash, LETTER_ROWS)
  }
  for (let i = 0; i < size; i++) {
    for (const [kind, [from, to]] of GROUPS.entries()) add(hashGroup(kind, i + from, i + to))
    const left = Math.min(size - 1 - i, FARTHEST)
    for (const length of ENDINGS) add(mix(hashGroup(ENDING + 100 * length, size - length, size - 1), left))
    const near = hashGroup(LETTER, i - 1, i + 1)
    const after = Math.min(syllables[i + 1]!, MOST_SYLLABLES)
    const before = Math.min(syllables[0]! - syllables[i]!, MOST_SYLLABLES)
    const place = mix(mix(mix(SEED, SYLLABLES), after), before)
    add(mix(mix(SEED, START), Math.min(i, FARTHEST)))
    add(place)
    add(mix(place, codeAt(i)))
    add(mix(mix(near, after), AFTER))
    add(mix(mix(near, before), BEFORE))
    add(mix(mix(near, Number(isName)), NAME))
    if (marks[i] !== '') add(mix(mix(SEED, BARE), letters.charCodeAt(i)))
    end = (i + 1) * FEATURES
  }
  return rows
}

/** The rows of a word's groups of one to four letters, marks and edges included: they show its language. */
export function describeWord({ letters, marks, isName }: SpelledWord): Uint16Array {
  const codes = [EDGE, ...Array.from(letters, (letter, i) => (marks[i] || letter).charCodeAt(0)), EDGE + 1]
  const rows: number[] = [rowOf(mix(mix(SEED, NAME), Number(isName)), WORD_ROWS)]
  for (let first = 0; first < codes.length; first++) {
    let hash = mix(SEED, WORD)
    for (let at = first; at < Math.min(first + LONGEST_GROUP_OF_WORD, codes.length); at++) {
      hash = mix(hash, codes[at]!)
      rows.push(rowOf(hash, WORD_ROWS))
    }
  }
  return Uint16Array.from(rows)
}

/** How many groups of the sounds behind a letter have rows of their own. */
export const PAST_FEATURES = 4

/** Writes the rows of a letter with the sounds of the letters behind it, of which `past` has the numbers, the nearest first. */
export function describePast(letters: string, at: number, past: readonly number[], rows: Uint16Array): void {
  const letter = letters.charCodeAt(at)
  const before = at > 0 ? letters.charCodeAt(at - 1) : EDGE
  const [first, second, third, fourth] = past as [number, number, number, number]
  const start = (kind: number): number => mix(mix(mix(SEED, PAST + kind), letter), first)
  rows[0] = rowOf(start(0), PAST_ROWS)
  rows[1] = rowOf(mix(mix(start(1), before), second), PAST_ROWS)
  rows[2] = rowOf(mix(mix(start(2), second), third), PAST_ROWS)
  rows[3] = rowOf(mix(mix(mix(start(3), second), third), fourth), PAST_ROWS)
}

/** How many groups of vowel letters end at each letter or later. */
function countVowelGroups(letters: string): Uint8Array {
  const isVowel = (at: number): boolean => at < letters.length && 'aeiouy'.includes(letters[at]!)
  const counts = new Uint8Array(letters.length + 1)
  for (let i = letters.length - 1; i >= 0; i--) counts[i] = counts[i + 1]! + Number(isVowel(i) && !isVowel(i + 1))
  return counts
}

/** FNV-1a. */
const SEED = 0x811c9dc5

function mix(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193)
}

function rowOf(hash: number, rows: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (mixed ^ (mixed >>> 13)) & (rows - 1) || 1
}
