import { foldLetters } from '../../english/fold-letters.ts'
import { kindOfWord } from '../../english/word-kinds.ts'
import type { NormalizedWord, SourceWord } from '../../normalization/normalized-text.ts'

/** Words on each side among which clues count. */
const CLUE_REACH = 40

/** A sentence as homographs are read in it. What only homographs ask for is found when the first one asks. */
export class HomographSentence {
  readonly words: readonly NormalizedWord[]
  /** Each word with the case in which the caller wrote it. */
  readonly spellings: readonly string[]
  readonly #kinds: string[] = []
  #places: ReadonlyMap<string, readonly number[]> | undefined

  constructor(words: readonly NormalizedWord[], sources: readonly SourceWord[]) {
    this.words = words
    this.spellings = spellWords(words, sources)
  }

  /** The kind of the word at `index`, whatever its sound. */
  kindAt(index: number): string {
    this.#kinds[index] ??= kindOfWord(this.words[index]!.text)
    return this.#kinds[index]
  }

  /** Whether a word is near `index` but not there, as it is or with a plural's -s: `archers` are a sign of the bow like `archer`. */
  hasNear(word: string, index: number): boolean {
    return this.#placesOf(word).some((place) => isNear(place, index))
  }

  #placesOf(word: string): readonly number[] {
    this.#places ??= indexWords(this.words)
    return this.#places.get(word) ?? []
  }
}

function isNear(place: number, index: number): boolean {
  return place !== index && place >= index - CLUE_REACH && place < index + CLUE_REACH
}

/** The places of each word, with and without -s. */
function indexWords(words: readonly NormalizedWord[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>()
  const add = (word: string, place: number): void => {
    const known = places.get(word)
    if (known === undefined) places.set(word, [place])
    else known.push(place)
  }
  for (const [place, { text }] of words.entries()) {
    const owner = text.endsWith("'s") ? text.slice(0, -2) : text
    const stem = text.endsWith('s') ? text.slice(0, -1) : text
    add(owner, place)
    if (stem !== owner) add(stem, place)
  }
  return places
}

/** A longer source is no name. Its many words would each search it, in quadratic time. */
const LONGEST_SOURCE = 200

/** Each word as it is spelled inside its source, with its accents. */
function spellWords(words: readonly NormalizedWord[], sources: readonly SourceWord[]): readonly string[] {
  let at = -1
  let spell = (word: string): string => word
  return words.map(({ text, source }) => {
    const written = sources[source]!.text
    if (written === text || written.length > LONGEST_SOURCE) return text
    if (source !== at) spell = createSpeller(written)
    at = source
    return spell(text)
  })
}

/** Finds words in one source. An expanded abbreviation takes over the capital: `Aug.` gives `August`. */
function createSpeller(source: string): (word: string) => string {
  if (!/\p{L}/u.test(source)) return (word) => word
  const lower = source.toLowerCase()
  let parts: readonly (readonly [letters: string, part: string])[] | undefined
  return (word) => {
    const start = lower.indexOf(word)
    if (start >= 0) return source.slice(start, start + word.length)
    parts ??= source.split(/[-‐‑]/u).map((part) => [foldLetters(part), part])
    const folded = parts.find(([letters]) => letters === word)
    if (folded !== undefined) return folded[1]
    return /^\p{Lu}/u.test(source) ? word.charAt(0).toUpperCase() + word.slice(1) : word
  }
}
