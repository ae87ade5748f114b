import { classifyQuestion } from './classify-question.ts'
import type { Phrase, PhraseEnd } from './phrase.ts'

/** How a phrase ends; see the table of tunes. */
export type Tune = 'fall' | 'high-fall' | 'half-fall' | 'rise' | 'choice-rise' | 'continuation' | 'item' | 'level'

export type TunedPhrase = Phrase & { readonly tune: Tune }

/** Maximum number of words in a list item. */
const MAX_ITEM_WORDS = 5

/** Tunes before marks at which the sentence goes on. They signal this more or less strongly. */
const INSIDE: Readonly<Partial<Record<PhraseEnd, Tune>>> = {
  ',': 'continuation',
  ';': 'half-fall',
  or: 'choice-rise',
}

const ENDS: ReadonlySet<PhraseEnd> = new Set(['.', '!', '?', 'paragraph'])

/** The phrases of a sentence, each with its tune. A question that offers a choice is cut before its last `or`. */
export function chooseTunes(phrases: readonly Phrase[]): readonly TunedPhrase[] {
  // A question may be quoted: `"Are you there?" she asked.`
  return splitAfterQuestions(phrases).flatMap((run) => {
    if (run.at(-1)!.end === '?') return tuneQuestion(run)
    const items = findItems(run)
    return run.map((phrase, i) => ({ ...phrase, tune: items.has(i) ? 'item' : tuneOf(phrase.end) }))
  })
}

function splitAfterQuestions(phrases: readonly Phrase[]): readonly (readonly Phrase[])[] {
  const runs: Phrase[][] = []
  for (const [i, phrase] of phrases.entries()) {
    if (i === 0 || phrases[i - 1]!.end === '?') runs.push([])
    runs.at(-1)!.push(phrase)
  }
  return runs
}

/** Falls are final; rises and levels leave open (Pierrehumbert and Hirschberg, "The meaning of intonational contours", 1990). */
function tuneOf(end: PhraseEnd): Tune {
  if (end === '!') return 'high-fall'
  return ENDS.has(end) ? 'fall' : (INSIDE[end] ?? 'level')
}

/**
 * Yes/no and echo questions rise. In the large majority of the 410 American spoken questions of Hedberg, Sosa and Görgülü ("The
 * meaning of intonation in yes-no questions in American English: a corpus study"), the rise starts from a low accent.
 * Wh-questions and the last of several alternatives fall; a tag that asks rises (Cruttenden, "Intonation", 2nd ed. 1997).
 */
function tuneQuestion(phrases: readonly Phrase[]): readonly TunedPhrase[] {
  const kind = classifyQuestion(phrases)
  const parts = kind === 'alternative' ? cutChoice(phrases) : phrases
  const items = findItems(parts)
  const closing: Tune = kind === 'wh' || kind === 'alternative' ? 'fall' : 'rise'
  return parts.map((phrase, i) => {
    if (i === parts.length - 1) return { ...phrase, tune: closing }
    if (kind === 'tag' && i === parts.length - 2) return { ...phrase, tune: 'half-fall' }
    if (kind === 'alternative' && i === parts.length - 2) return { ...phrase, tune: 'choice-rise' }
    return { ...phrase, tune: items.has(i) ? 'item' : tuneOf(phrase.end) }
  })
}

function cutChoice(phrases: readonly Phrase[]): readonly Phrase[] {
  const { words, end } = phrases.at(-1)!
  const at = words.findLastIndex(({ text }) => text === 'or')
  if (at < 1) return phrases
  return [...phrases.slice(0, -1), { words: words.slice(0, at), end: 'or' }, { words: words.slice(at), end }]
}

/**
 * Returns the phrases that are list items. There are two or more with commas, before a phrase that begins with `and` or `or`. All
 * but the first are short.
 */
function findItems(phrases: readonly Phrase[]): ReadonlySet<number> {
  const items = new Set<number>()
  for (const [last, { words }] of phrases.entries()) {
    if (!/^(?:and|or|nor)$/.test(words[0]!.text)) continue
    const run: number[] = []
    for (let i = last - 1; i >= 0 && !items.has(i) && isItem(phrases[i]!, i); i--) run.push(i)
    if (run.length > 1) for (const i of run) items.add(i)
  }
  return items
}

function isItem({ words, end }: Phrase, index: number): boolean {
  return end === ',' && (words.length <= MAX_ITEM_WORDS || index === 0)
}
