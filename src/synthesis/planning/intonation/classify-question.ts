import { isAuxiliary, isSubject, isWhWord, PARTICLES } from '../../../text/english/word-classes.ts'
import { wordList } from '../../../text/english/word-list.ts'
import type { Phrase } from './phrase.ts'

/** `echo` questions do not have the word order of a question: `Really?`, `You said what?`. */
export type Question = 'yes-no' | 'wh' | 'alternative' | 'tag' | 'echo'

const OPENERS = wordList('openers of questions')
const SMALL_TAGS = wordList('small tags')
/** Words after `or` with which no choice is offered: `or something`, `two or more`. */
const NO_CHOICE = wordList('no choice')

/**
 * Classifies a sentence with a question mark by its words (Quirk, Greenbaum, Leech and Svartvik, "A Comprehensive Grammar of the
 * English Language", 1985, 11.4 to 11.23).
 */
export function classifyQuestion(phrases: readonly Phrase[]): Question {
  const last = textsOf(phrases.at(-1)!)
  if (phrases.length > 1 && isTag(last)) return 'tag'
  const words = phrases.flatMap(textsOf)
  const order = wordOrder(phrases)
  if (order !== 'wh' && offersChoice(words)) return 'alternative'
  return order ?? 'echo'
}

/** True for tags: `isn't it`, `do you not`, `right`. */
function isTag(words: readonly string[]): boolean {
  if (words.length === 1) return SMALL_TAGS.has(words[0]!)
  const [verb, subject, ...rest] = words
  return isAuxiliary(verb!) && isSubject(subject!) && (rest.length === 0 || (rest.length === 1 && rest[0] === 'not'))
}

/**
 * The first phrase decides if it opens with an auxiliary. Otherwise the last phrase that opens as a question does: `When it
 * rains, can we leave?`
 */
function wordOrder(phrases: readonly Phrase[]): 'yes-no' | 'wh' | undefined {
  const orders = phrases.map((phrase) => orderOf(textsOf(phrase)))
  return orders[0] === 'yes-no' ? 'yes-no' : orders.findLast((order) => order !== undefined)
}

function orderOf(words: readonly string[]): 'yes-no' | 'wh' | undefined {
  const opening = words.findIndex((word) => !OPENERS.has(word))
  const rest = words.slice(Math.max(0, opening))
  if (isAuxiliary(rest[0]!)) return 'yes-no'
  return opensWithWh(rest) ? 'wh' : undefined
}

/** True for openings such as `what`, `to whom`, `in which year`. */
function opensWithWh([first, second]: readonly string[]): boolean {
  return isWhWord(first!) || (PARTICLES.has(first!) && second !== undefined && isWhWord(second))
}

function offersChoice(words: readonly string[]): boolean {
  const at = words.lastIndexOf('or')
  return at > 0 && at < words.length - 1 && !NO_CHOICE.has(words[at + 1]!) && !words.includes('whether')
}

function textsOf({ words }: Phrase): readonly string[] {
  return words.map(({ text }) => text)
}
