import { isAdverb, isAuxiliary, isSubject, isWhWord } from '../english/word-classes.ts'
import { wordList } from '../english/word-list.ts'
import { wordSet } from '../english/word-set.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'

/** Marks inside a phrase: `a "smart" lock`, `for (some of) them`. */
const INSIDE = wordSet('" (')

/** Whether a phrase ends after a word, so that nothing follows for its weak form to lean on. */
export function endsPhrase(words: readonly NormalizedWord[], index: number): boolean {
  const { boundary } = words[index]!
  return index === words.length - 1 || (boundary !== undefined && !INSIDE.has(boundary.mark))
}

/**
 * Whether a function word is stranded inside a phrase, because its verb, complement or object is left out or came earlier: `what you
 * can today`, `as it was last year`, `the bus I waited for was late`. A stranded word has its strong form.
 */
export function leavesGap(words: readonly NormalizedWord[], index: number): boolean {
  const { text } = words[index]!
  if (text === 'can') return asks(words, index) || lacksVerb(words, index)
  if (text === 'was') return asks(words, index) || lacksComplement(words, index)
  if (text === 'for') return followsGap(words, index, AFTER_FOR)
  return text === 'to' && followsGap(words, index, AFTER_TO)
}

/** `Can you?`, `so was she`: a phrase that is nothing but the verb and its subject. */
function asks(words: readonly NormalizedWord[], index: number): boolean {
  const [before, subject] = [words[index - 1], words[index + 1]]
  if (subject === undefined || !isSubject(subject.text) || !endsPhrase(words, index + 1)) return false
  return before === undefined || endsPhrase(words, index - 1) || isWhWord(before.text) || INVERTING.has(before.text)
}

const INVERTING = wordList('inverting')

/** Words that open another phrase, so that the verb of `can` is left out. */
const NO_VERBS = wordList('without a verb')
/** Prepositions after which a verb may come all the same: `you can at any time cancel`. */
const MAY_LEAD_TO_VERB = wordList('may lead to a verb')

/** `give what you can today`, `as fast as they can to the exit`. */
function lacksVerb(words: readonly NormalizedWord[], index: number): boolean {
  const at = skipAdverbs(words, index)
  if (at === undefined) return true
  const next = words[at]!.text
  if (!NO_VERBS.has(next)) return false
  return !MAY_LEAD_TO_VERB.has(next) || opensEllipsis(words, index, BEFORE_CAN)
}

/** `as it was last year`, `where she was at the time`. */
function lacksComplement(words: readonly NormalizedWord[], index: number): boolean {
  if (!opensEllipsis(words, index, BEFORE_WAS)) return false
  const at = skipAdverbs(words, index)
  if (at === undefined) return true
  return TIMES.has(words[at]!.text) && !endsPhrase(words, at)
}

const BEFORE_CAN = wordList('before can')
const BEFORE_WAS = wordList('before was')
const TIMES = wordList('times after was')

/** Whether a word is in a clause that leaves something out: `as [soon as] you can`, `than it was`, `everything we can`. */
function opensEllipsis(words: readonly NormalizedWord[], index: number, openers: ReadonlySet<string>): boolean {
  const subject = words[index - 1]
  if (subject === undefined || endsPhrase(words, index - 1)) return false
  const opener = words[index - 2]
  const far = words[index - 3]
  return (
    (isSubject(subject.text) && opener !== undefined && openers.has(opener.text)) ||
    (far !== undefined && openers.has(far.text) && opener !== undefined && PREDETERMINERS.has(opener.text))
  )
}

const PREDETERMINERS = wordList('before a subject')

/** The next word that is not an adverb; undefined if the phrase ends before it. */
function skipAdverbs(words: readonly NormalizedWord[], index: number): number | undefined {
  for (let at = index + 1; at < words.length; at++) {
    if (!isAdverb(words[at]!.text)) return at
    if (endsPhrase(words, at)) return undefined
  }
  return undefined
}

/** `the one I waited for is late`, `come if you want to but call first`. */
function followsGap(words: readonly NormalizedWord[], index: number, next: ReadonlySet<string>): boolean {
  const { text = '', written } = words[index + 1] ?? {}
  return written === text && index > 0 && (next.has(text) || isFiniteVerb(text))
}

const AFTER_FOR = wordList('after a stranded for')
const AFTER_TO = wordList('after a stranded to')

/** Finite verbs, which neither `to` nor `for` leads to. */
function isFiniteVerb(text: string): boolean {
  return FINITE.has(text) || (text.endsWith("n't") && isAuxiliary(text))
}

const FINITE = wordList('finite verbs')
