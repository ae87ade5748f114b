import { wordList } from '../../../english/word-list.ts'
import { spell } from '../../spoken-word.ts'
import { isSmall } from '../../tokens/token-shape.ts'

/** Short words that names on the web are made of. Other parts need four letters: the lexicon knows nearly every shorter string. */
const SHORT_WORDS = wordList('short words')
/** Letters of societies and places that names on the web end or begin with. */
const LETTERS = wordList('letters')
const LONGEST = 40
const LEAST_PART = 4

/** The costs of a part: a frequent word is likelier than any other entry of the lexicon, and few parts than many. */
const FREQUENT = 10
const RARE = 16

type Split = { readonly words: readonly string[]; readonly cost: number }

/**
 * The words of a name that is written without spaces: `lostandfound`, `metrotransit`. Few words and frequent ones are preferred; undefined if the
 * letters are no row of words, or a single one. In the notation of `say`.
 */
export function splitJoinedWords(lower: string, isWord: (word: string) => boolean): string | undefined {
  if (lower.length < 6 || lower.length > LONGEST) return undefined
  const best: (Split | undefined)[] = [{ words: [], cost: 0 }]
  for (let end = 1; end <= lower.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start]
      if (before === undefined || (start === 0 && end === lower.length)) continue
      const part = lower.slice(start, end)
      const cost = costOf(part, isWord)
      if (cost === undefined || before.cost + cost >= (best[end]?.cost ?? Infinity)) continue
      best[end] = { words: [...before.words, part], cost: before.cost + cost }
    }
  }
  return best[lower.length]?.words.map((part) => (LETTERS.has(part) ? spell(part) : part)).join(' ')
}

/** The same for a name in small letters that is no word itself. */
export function splitUnknown(name: string, isWord: (word: string) => boolean): string | undefined {
  return isSmall(name) && !isWord(name) ? splitJoinedWords(name, isWord) : undefined
}

function costOf(part: string, isWord: (word: string) => boolean): number | undefined {
  if (LETTERS.has(part)) return RARE
  if (part.length < LEAST_PART) return SHORT_WORDS.has(part) ? FREQUENT : undefined
  return isWord(part) ? RARE : undefined
}
