import { foldLetters } from '../../english/fold-letters.ts'
import { kindOfWord } from '../../english/word-kinds.ts'
import type { NormalizedWord, SourceWord } from '../../normalization/normalized-text.ts'
import { hashText } from '../../tagging/hash.ts'
import type { TaggedSentence, Tagger } from '../../tagging/tagger.ts'

/** A sentence as homographs are read in it. What only homographs ask for is found when the first one asks. */
export class HomographSentence {
  readonly words: readonly NormalizedWord[]
  /** Each word with the case in which the caller wrote it. */
  readonly spellings: readonly string[]
  readonly #tagger: Tagger
  readonly #kinds: number[] = []
  readonly #texts: number[] = []
  #tagged: TaggedSentence | undefined

  constructor(words: readonly NormalizedWord[], sources: readonly SourceWord[], tagger: Tagger) {
    this.words = words
    this.spellings = spellWords(words, sources)
    this.#tagger = tagger
  }

  /** The parts of speech of the words; undefined if no homograph has asked for them. */
  get tagged(): TaggedSentence | undefined {
    return this.#tagged
  }

  /** The hash of the word at `index`. */
  textAt(index: number): number {
    this.#texts[index] ??= hashText(this.words[index]!.text)
    return this.#texts[index]
  }

  /** The same without a plural's or a possessive's -s: `archers` are a sign of the bow like `archer`. */
  stemAt(index: number): number {
    const { text } = this.words[index]!
    return text.endsWith('s') ? hashText(text.slice(0, text.endsWith("'s") ? -2 : -1)) : this.textAt(index)
  }

  /** The hash of the kind of the word at `index`, whatever its sound. */
  kindAt(index: number): number {
    this.#kinds[index] ??= hashText(kindOfWord(this.words[index]!.text))
    return this.#kinds[index]
  }

  /** The part of speech of the word at `index`, as an index into `TAGS`. */
  tagAt(index: number): number {
    this.#tagged ??= this.#tagger.tag(this.words)
    return this.#tagged.tags[this.#tagged.writtenOf[index]!]!
  }
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
