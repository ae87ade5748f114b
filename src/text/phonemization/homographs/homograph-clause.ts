import causers from '../../../../data/english/causers.json' with { type: 'json' }
import { DETERMINERS, isOpenClass } from '../../english/word-classes.ts'
import { wordList } from '../../english/word-list.ts'
import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** Words that are looked at on each side. */
export const CLAUSE_REACH = 12

const FINITE: ReadonlySet<string> = new Set(['vs', 'vd', 'vi', 'ed', 'BE', 'HAVE', 'MOD', 'WD', 'DO'])
const VERBS = new Set(['v', 'vs', 'vd', 'vi', 'ed', 'BE', 'HAVE', 'DO', 'MOD', 'WD', 'CLICK', 'PLEASE'])
const CLAUSE_STARTS = new Set(['IF', 'WHO', 'AND'])
const PRESENT = new Set(['vs', 'BE', 'DO', 'MOD'])
const PAST = wordList('auxiliaries of the past')

/** The kind of the nearest verb on one side in the same clause; `-` if there is none. */
export function findClauseVerb(sentence: HomographSentence, index: number, step: 1 | -1): string {
  const { words } = sentence
  for (let i = index + step; i >= 0 && i < words.length && Math.abs(i - index) <= CLAUSE_REACH; i += step) {
    const mark = words[step === 1 ? i - 1 : i]!.boundary?.mark
    if (mark !== undefined && mark !== '"') break
    const kind = sentence.kindAt(i)
    if (FINITE.has(kind)) return kind
    if (CLAUSE_STARTS.has(kind)) break
  }
  return '-'
}

/** The kind of the nearest word on one side that can only be a verb, whatever the clause; `-` if there is none. */
export function findVerb(sentence: HomographSentence, index: number, step: 1 | -1): string {
  for (let i = index + step; i >= 0 && i < sentence.words.length && Math.abs(i - index) <= CLAUSE_REACH; i += step) {
    const kind = sentence.kindAt(i)
    if (VERBS.has(kind)) return kind
  }
  return '-'
}

/** Whether other verbs of the sentence are in the past (`d`), the present (`s`) or both. */
export function findTenses(sentence: HomographSentence, index: number): string {
  let [past, present] = ['', '']
  const end = Math.min(sentence.words.length, index + CLAUSE_REACH + 1)
  for (let i = Math.max(0, index - CLAUSE_REACH); i < end; i++) {
    if (i === index) continue
    const kind = sentence.kindAt(i)
    if (kind === 'vd' || PAST.has(sentence.words[i]!.text)) past = 'd'
    else if (PRESENT.has(kind)) present = 's'
  }
  return past + present
}

const PAST_TIMES = wordList('past times')
const HABITS = wordList('adverbs of habit')
const CENTURIES = wordList('first halves of years')
const PERIODS = wordList('periods')

/** When it happens, by what the sentence says of the time: `last week`, `in 2019`, `every day`. */
export function findTime(words: readonly NormalizedWord[], index: number): 'past' | 'habit' | 'future' | 'none' {
  const end = Math.min(words.length, index + CLAUSE_REACH + 1)
  for (let i = Math.max(0, index - CLAUSE_REACH); i < end; i++) {
    const [here, next] = [words[i]!.text, words[i + 1]?.text ?? '']
    if (PAST_TIMES.has(here) || (here === 'last' && PERIODS.has(next)) || (here === 'in' && CENTURIES.has(next)))
      return 'past'
    if (HABITS.has(here) || ((here === 'every' || here === 'each') && PERIODS.has(next))) return 'habit'
    if (here === 'tomorrow' || (here === 'next' && PERIODS.has(next))) return 'future'
  }
  return 'none'
}

/** Verbs whose object may be followed by a bare verb or an adjective: `let your eyes close`, `hold the box close`. */
const CAUSERS: ReadonlyMap<string, string> = new Map(
  causers.flatMap(({ causer, words }) => words.split(' ').map((word) => [word, causer] as const)),
)
const PERSONS = wordList('objects')
/** Words of the longest object that is looked through: `the oil and the warm water`. */
const OBJECT_REACH = 6

/** The class of the verb of letting, seeing or holding whose object ends right before the word at `index`; empty if there is none. */
export function findCauser({ words }: HomographSentence, index: number): string {
  const last = words[index - 1]
  if (last === undefined || (DETERMINERS.has(last.text) && !PERSONS.has(last.text))) return ''
  for (let i = index - 1; i >= Math.max(0, index - OBJECT_REACH); i--) {
    const { text, boundary } = words[i]!
    if (boundary !== undefined) return ''
    const causer = i < index - 1 ? CAUSERS.get(text) : undefined
    if (causer !== undefined) return causer
    if (!isOpenClass(text) && !DETERMINERS.has(text) && !PERSONS.has(text) && text !== 'and') return ''
  }
  return ''
}
