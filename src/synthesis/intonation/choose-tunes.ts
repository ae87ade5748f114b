import { classifyQuestion } from './classify-question.ts'
import type { Phrase, PhraseEnd } from './phrase.ts'

/** How a phrase ends; see the table of tunes. */
export type Tune = 'fall' | 'high-fall' | 'half-fall' | 'rise' | 'choice-rise' | 'continuation' | 'item' | 'level'

export type TunedPhrase = Phrase & { readonly tune: Tune }

/** An item of a list is not longer. */
const MAX_ITEM_WORDS = 5

/** Before these a phrase is not over, and says so more or less. */
const INSIDE: Readonly<Partial<Record<PhraseEnd, Tune>>> = {
  ',': 'continuation',
  ';': 'half-fall',
  or: 'choice-rise',
}

const ENDS: ReadonlySet<PhraseEnd> = new Set(['.', '!', '?', 'paragraph'])

/** The phrases of a sentence, each with its tune. A question that offers a choice is cut before its last `or`. */
export function chooseTunes(phrases: readonly Phrase[]): readonly TunedPhrase[] {
  if (phrases.at(-1)!.end === '?') return tuneQuestion(phrases)
  return phrases.map((phrase, i) => ({ ...phrase, tune: isItem(phrases, i) ? 'item' : tuneOf(phrase.end) }))
}

/** Falls close, rises and levels leave open (Pierrehumbert and Hirschberg, "The meaning of intonational contours", 1990). */
function tuneOf(end: PhraseEnd): Tune {
  if (end === '!') return 'high-fall'
  return ENDS.has(end) ? 'fall' : (INSIDE[end] ?? 'level')
}

/**
 * Yes/no and echo questions rise, from a low accent in by far the most of the 410 spoken American ones of Hedberg, Sosa and Görgülü
 * ("The meaning of intonation in yes-no questions in American English: a corpus study"). Wh-questions and the last of the
 * alternatives fall, and a tag that asks rises (Cruttenden, "Intonation", 2nd ed. 1997).
 */
function tuneQuestion(phrases: readonly Phrase[]): readonly TunedPhrase[] {
  const kind = classifyQuestion(phrases)
  const parts = kind === 'alternative' ? cutChoice(phrases) : phrases
  const closing: Tune = kind === 'wh' || kind === 'alternative' ? 'fall' : 'rise'
  return parts.map((phrase, i) => {
    if (i === parts.length - 1) return { ...phrase, tune: closing }
    if (kind === 'tag' && i === parts.length - 2) return { ...phrase, tune: 'half-fall' }
    if (kind === 'alternative' && i === parts.length - 2) return { ...phrase, tune: 'choice-rise' }
    return { ...phrase, tune: isItem(parts, i) ? 'item' : tuneOf(phrase.end) }
  })
}

function cutChoice(phrases: readonly Phrase[]): readonly Phrase[] {
  const { words, end } = phrases.at(-1)!
  const at = words.findLastIndex(({ text }) => text === 'or')
  if (at < 1) return phrases
  return [...phrases.slice(0, -1), { words: words.slice(0, at), end: 'or' }, { words: words.slice(at), end }]
}

/** One of several short phrases with commas, the last of which begins with `and` or `or`. */
function isItem(phrases: readonly Phrase[], index: number): boolean {
  const last = phrases.findIndex(({ words }, i) => i > index && /^(?:and|or|nor)$/.test(words[0]!.text))
  if (last < 2) return false
  const items = phrases.slice(index, last)
  const isShort = ({ words, end }: Phrase, i: number) =>
    end === ',' && (words.length <= MAX_ITEM_WORDS || (index === 0 && i === 0))
  return items.every(isShort) && phrases.slice(last - 2, last).every(({ end }) => end === ',')
}
