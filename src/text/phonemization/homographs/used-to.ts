import { DETERMINERS, isAdverb, isOpenClass, OBJECT_STARTS, POSSESSIVES } from '../../english/word-classes.ts'
import { wordList } from '../../english/word-list.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** How far a clause is looked through, in words. */
const REACH = 12

/** `used to` of a purpose (`a tool used to cut stone`) or of a habit (`he used to smoke`, `used to the cold`). */
export type UseOfUsed = 'purpose' | 'habit'

const BE = wordList('forms of be and contractions')
const USERS = wordList('used to: users')
const PERSONS = wordList('used to: subjects')
/** Verbs whose subject has done or been it: nothing is used for them. */
const HABITS = wordList('used to: habits')
/** Bare verbs in -ing, which are no gerunds. */
const VERBS_IN_ING = wordList('bare verbs in -ing')
/** Adjectives that are as often bare verbs. */
const VERBS_LIKE_ADJECTIVES = wordList('adjectives and bare verbs')
/** What serves a purpose. */
const MEANS = wordList('used to: means')
const NO_USERS = wordList('used to: people')
/** Verbs before a clause: `He said his shop used to open early`. */
const CLAUSE_TAKERS = wordList('before a clause')
const ADVERBS_OF_USE = wordList('used to: adverbs')
const CLAUSE_STARTS = new Set(['IF', 'WHO'])
const CLAUSE_ENDS = new Set(['IF', 'WHO', 'DEM', 'AND', 'SUBP', 'SUBS'])
const FINITE_KINDS = new Set(['vs', 'vd', 'MOD', 'HAVE'])

/** Which `used to` is at `index`; undefined if the grammar leaves it open or `to` does not follow. */
export function findUseOfUsed(sentence: HomographSentence, index: number): UseOfUsed | undefined {
  const { words } = sentence
  const next = words[index + 1]
  if (words[index]!.text !== 'used' || next?.text !== 'to' || words[index]!.boundary !== undefined) return undefined
  const verb = words[index + 2]?.text ?? ''
  if (words[index + 2]?.source === next.source) return 'purpose'
  if (next.boundary !== undefined || !isBareVerb(sentence, index + 2)) return 'habit'
  const governor = findGovernor(sentence, index)
  if (governor < 0) return undefined
  const previous = words[governor]!.text
  if (BE.has(previous)) return isUsedToNoun(sentence, index, governor) ? 'habit' : 'purpose'
  if (PERSONS.has(previous))
    return asksForPurpose(sentence, governor) ? 'purpose' : findUseByPersons(sentence, governor)
  if (HABITS.has(verb) || /^(?:v.?|DO)$/.test(sentence.kindAt(governor)) || NO_USERS.has(previous)) return 'habit'
  return isOpenClass(previous) ? findUseOfNoun(sentence, index, governor) : undefined
}

/** Whether the word after `to` can be a bare verb: no article, pronoun, gerund or plural, and no adjective before a noun. */
function isBareVerb(sentence: HomographSentence, index: number): boolean {
  const word = sentence.words[index]?.text ?? ''
  if (word === '' || DETERMINERS.has(word) || POSSESSIVES.has(word) || PERSONS.has(word)) return false
  if (/.{2}ing$/.test(word)) return VERBS_IN_ING.has(word)
  if (/[^su']s$/.test(word) || NO_USERS.has(word)) return false
  const isAdjective = sentence.kindAt(index) === 'j' && !VERBS_LIKE_ADJECTIVES.has(word)
  const next = sentence.words[index + 1]?.text ?? ''
  return !isAdjective || (next !== '' && !isOpenClass(next))
}

/** `We are used to city life`, `It is used to noise`, but `It is used to date bones`. */
function isUsedToNoun(sentence: HomographSentence, index: number, governor: number): boolean {
  const { words } = sentence
  if (!/^[nN]/.test(sentence.kindAt(index + 2))) return false
  const isPerson = USERS.has(words[governor]!.text) || USERS.has(words[governor - 1]?.text ?? '')
  return isPerson || words[index + 2]!.boundary !== undefined
}

/** The nearest word before that is no adverb; -1 if there is none. */
function findGovernor({ words }: HomographSentence, index: number): number {
  let governor = index - 1
  while (governor >= 0 && isAdverb(words[governor]!.text)) governor--
  return governor
}

/** `What is it used to make?` */
function asksForPurpose({ words }: HomographSentence, person: number): boolean {
  return BE.has(words[person - 1]?.text ?? '')
}

/** `The tools we used to cut it`, but `The songs we used to sing`. */
function findUseByPersons({ words }: HomographSentence, person: number): UseOfUsed {
  const means = words[person - 1]
  const object = words[person + 4]?.text ?? ''
  const isPurpose =
    means?.boundary === undefined &&
    MEANS.has(means?.text ?? '') &&
    (DETERMINERS.has(object) || OBJECT_STARTS.has(object))
  return isPurpose ? 'purpose' : 'habit'
}

/** After a noun, by the other verbs of the sentence: each clause has one. */
function findUseOfNoun(sentence: HomographSentence, index: number, governor: number): UseOfUsed | undefined {
  const { words } = sentence
  const adverb = words[index - 1]!.text
  if (ADVERBS_OF_USE.has(adverb)) return 'purpose'
  const pauses = words.slice(governor, index).some(({ boundary }) => boundary !== undefined)
  const [before, after] = [hasVerbBefore(sentence, governor), hasVerbAfter(sentence, index + 2)]
  if (pauses) return before || after ? 'purpose' : undefined
  if (before || after || MEANS.has(words[governor]!.text)) return 'purpose'
  return hasDoubtfulVerb(sentence, index, governor) ? undefined : 'habit'
}

/** Whether a word near `index`, but for the noun before it, may be a verb by its ending: `shows`, `crashed`. */
function hasDoubtfulVerb(sentence: HomographSentence, index: number, noun: number): boolean {
  const end = Math.min(sentence.words.length, index + REACH)
  for (let i = Math.max(0, index - REACH); i < end; i++)
    if (i !== index && i !== noun && /^(?:s|ed)$/.test(sentence.kindAt(i))) return true
  return false
}

/** Whether the noun at `noun` is what a verb before it speaks of: `studied the pigments`, `is a tool`. */
function hasVerbBefore(sentence: HomographSentence, noun: number): boolean {
  const { words } = sentence
  for (let i = noun - 1; i >= Math.max(0, noun - REACH); i--) {
    const [{ text, boundary }, kind] = [words[i]!, sentence.kindAt(i)]
    if (CLAUSE_STARTS.has(kind) || CLAUSE_TAKERS.has(text) || text === 'that') return false
    if (boundary !== undefined && boundary.mark !== '"') return false
    if (/^v|^(?:CLICK|SEEM)$/.test(kind) || BE.has(text)) return true
    if (kind === 'HAVE' && DETERMINERS.has(words[i + 1]!.text)) return true
    if (kind === 'ed' && !DETERMINERS.has(words[i - 1]?.text ?? '')) return true
  }
  return false
}

/** Whether a verb that needs a subject is after, in the same clause: `The method used to date the bones was new`. */
function hasVerbAfter(sentence: HomographSentence, verb: number): boolean {
  const { words } = sentence
  for (let i = verb + 1; i < Math.min(words.length, verb + REACH); i++) {
    const kind = sentence.kindAt(i)
    if (CLAUSE_ENDS.has(kind) || words[i]!.text === 'than') return false
    if (isFiniteVerb(sentence, i)) return true
    const { boundary } = words[i]!
    if (boundary !== undefined && boundary.mark !== ',') return false
  }
  return false
}

/** Whether a word can only be a verb with a subject: no noun after an article (`to the left`), no participle before a noun. */
function isFiniteVerb(sentence: HomographSentence, index: number): boolean {
  const { words } = sentence
  const { text } = words[index]!
  if (DETERMINERS.has(words[index - 1]!.text)) return false
  if (BE.has(text) || FINITE_KINDS.has(sentence.kindAt(index))) return text !== 'having'
  return sentence.kindAt(index) === 'ed' && DETERMINERS.has(words[index + 1]?.text ?? '')
}
