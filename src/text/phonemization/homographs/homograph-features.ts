import { wordSet } from '../../language/word-set.ts'
import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import { FINITE, findCauser, RELATIVES } from './homograph-frames.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** What can be said of a homograph's place, as hashes. */
export type HomographFeatures = {
  /** Grammar: the kinds of the neighbours, boundaries, capitals, the nearest function words. */
  readonly grammar: readonly number[]
  /** Words: the neighbours themselves and the other words of the sentence. */
  readonly topic: readonly number[]
}

type Item = { readonly text: string; readonly kind: string }

const START: Item = { text: '^', kind: '^' }
const END: Item = { text: '$', kind: '$' }
/** Items that are looked at on each side. */
const REACH = 4
/** Words of the sentence, on each side, that count as its topic. */
const TOPIC_REACH = 12

const VERB_KINDS = new Set(['v', 'vs', 'vd', 'vi', 'ed', 'BE', 'HAVE', 'DO', 'MOD', 'WD', 'CLICK', 'PLEASE'])

/** FNV-1a over UTF-16 units: the hash of a template's text, which is never put together. */
export function hash(strings: TemplateStringsArray, ...values: readonly (string | number | undefined)[]): number {
  let sum = extend(0x811c9dc5, strings[0]!)
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    sum = extend(sum, typeof value === 'string' ? value : String(value))
    sum = extend(sum, strings[i + 1]!)
  }
  return sum >>> 0
}

function extend(start: number, text: string): number {
  let sum = start
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum
}

/** Features of the word at `index`. Linear in the reach, not in the sentence. */
export function describeFeatures(sentence: HomographSentence, index: number): HomographFeatures {
  const before = itemsBefore(sentence, index)
  const after = itemsAfter(sentence, index)
  const verbs = [clauseVerb(sentence, index, -1), clauseVerb(sentence, index, 1)] as const
  const place = { sentence, index, before, after, verbs }
  return {
    grammar: [
      ...describeKinds(before, after),
      ...describeGovernors(before, after),
      ...describeShape(sentence, index),
      ...describeClause(sentence, index, before),
      ...describeVerbs(place),
      ...describeFrames(place),
    ],
    topic: [...describeNeighbours(before, after), ...describeTopic(sentence.words, index)],
  }
}

function itemsBefore(sentence: HomographSentence, index: number): readonly Item[] {
  const { words } = sentence
  const items: Item[] = []
  for (let i = index - 1; i >= 0 && items.length < REACH; i--) {
    const mark = words[i]!.boundary?.mark
    if (mark !== undefined && mark !== '"') items.push(markItem(mark))
    items.push(wordItem(sentence, i))
  }
  while (items.length < REACH) items.push(START)
  return items
}

function itemsAfter(sentence: HomographSentence, index: number): readonly Item[] {
  const { words } = sentence
  const items: Item[] = []
  for (let i = index; i < words.length && items.length < REACH; i++) {
    if (i > index) items.push(wordItem(sentence, i))
    const mark = words[i]!.boundary?.mark
    if (mark !== undefined && mark !== '"' && i < words.length - 1) items.push(markItem(mark))
  }
  while (items.length < REACH) items.push(END)
  return items
}

function markItem(mark: string): Item {
  const text = /[.?!:;…]|paragraph/.test(mark) ? ';' : ','
  return { text, kind: text }
}

function wordItem(sentence: HomographSentence, index: number): Item {
  const { text, sound } = sentence.words[index]!
  if (text === 'to' && TO_TAKERS.has(sentence.words[index - 1]?.text ?? '')) return { text, kind: 'PTO' }
  return { text, kind: sound === 'word' ? sentence.kindAt(index) : 'L' }
}

/** What mostly takes a noun after `to`: `thanks to research`, `open to abuse`. */
const TO_TAKERS = wordSet(
  'thanks according due prior next close closer near nearer open subject addition owing relative contrary access attention reaction response resistance exposure objection objections damage threat approach solution reference ' +
    'regard respect opposed opposition contribute contributes contributed contribution accustomed devoted dedicated committed commitment exposed vulnerable sensitive resistant immune allergic prone listen listens listened listening ' +
    'lead leads led leading turned switch switched similar equal superior inferior compared related linked tied attached adjacent parallel refer refers referred forward amounts ' +
    'amounted applied belong belongs belonged added returned attributed limited restricted guide introduction alternative alternatives',
)

function describeKinds(before: readonly Item[], after: readonly Item[]): readonly number[] {
  const [p1, p2, p3] = before.map(({ kind }) => kind) as [string, string, string]
  const [n1, n2, n3] = after.map(({ kind }) => kind) as [string, string, string]
  const previous = before[0]!.text
  const next = after[0]!.text
  return [
    hash`*`,
    hash`p ${p1}`,
    hash`n ${n1}`,
    hash`pp ${p2} ${p1}`,
    hash`nn ${n1} ${n2}`,
    hash`pn ${p1} ${n1}`,
    hash`ppn ${p2} ${p1} ${n1}`,
    hash`pnn ${p1} ${n1} ${n2}`,
    hash`ppp ${p3} ${p2} ${p1}`,
    hash`nnn ${n1} ${n2} ${n3}`,
    hash`ppnn ${p2} ${p1} ${n1} ${n2}`,
    hash`P ${previous}`,
    hash`N ${next}`,
    hash`Pn ${previous} ${n1}`,
    hash`pN ${p1} ${next}`,
    hash`PP ${before[1]!.text} ${previous}`,
    hash`NN ${next} ${after[1]!.text}`,
    hash`p3 ${previous.slice(-3)}`,
    hash`n3 ${next.slice(-3)}`,
  ]
}

function describeNeighbours(before: readonly Item[], after: readonly Item[]): readonly number[] {
  const [p1, p2] = before as [Item, Item]
  const [n1, n2] = after as [Item, Item]
  return [
    hash`*`,
    hash`P ${p1.text}`,
    hash`N ${n1.text}`,
    hash`P2 ${p2.text}`,
    hash`N2 ${n2.text}`,
    hash`PN ${p1.text} ${n1.text}`,
    hash`PP ${p2.text} ${p1.text}`,
    hash`NN ${n1.text} ${n2.text}`,
    hash`p ${p1.kind}`,
    hash`n ${n1.kind}`,
    hash`pn ${p1.kind} ${n1.kind}`,
  ]
}

const isFunction = ({ kind }: Item): boolean => /^(?:[A-Z]{2,}|[;,^$])$/.test(kind) && kind !== 'ADV' && kind !== 'Ns'

/** The nearest function word on each side, and how many words of meaning are between. */
function describeGovernors(before: readonly Item[], after: readonly Item[]): readonly number[] {
  const withoutAdverbs = before.filter(({ kind }) => kind !== 'ADV' && kind !== 'NOT')
  const left = withoutAdverbs.findIndex(isFunction)
  const right = after.findIndex(isFunction)
  const governor = left < 0 ? '?' : withoutAdverbs[left]!.kind
  const follower = right < 0 ? '?' : after[right]!.kind
  return [
    hash`g ${withoutAdverbs[0]?.kind}`,
    hash`G ${withoutAdverbs[0]?.text}`,
    hash`gg ${withoutAdverbs[1]?.kind} ${withoutAdverbs[0]?.kind}`,
    hash`l ${governor} ${left}`,
    hash`r ${follower} ${right}`,
    hash`lr ${governor} ${left} ${follower} ${right}`,
    hash`lr ${governor} ${Math.min(left, 1)} ${follower} ${Math.min(right, 1)}`,
  ]
}

/** How the sentence begins, and the nearest verb before: `If it fails, close the form`, `He wound the clock, read the page`. */
function describeClause(sentence: HomographSentence, index: number, before: readonly Item[]): readonly number[] {
  const first = index === 0 ? '^' : sentence.kindAt(0)
  const verb = nearestVerb(sentence, index)
  const previous = before[0]!.kind
  const [later, time] = [nextVerb(sentence, index), findTime(sentence.words, index)]
  return [
    hash`f ${first} ${previous}`,
    hash`v ${verb}`,
    hash`v ${verb} ${previous}`,
    hash`fv ${first} ${verb} ${previous}`,
    hash`w ${later} ${previous}`,
    hash`fw ${first} ${later} ${previous}`,
    hash`T ${time} ${previous}`,
    hash`Tw ${time} ${later} ${previous}`,
  ]
}

type Place = {
  readonly sentence: HomographSentence
  readonly index: number
  readonly before: readonly Item[]
  readonly after: readonly Item[]
  /** The kinds of the verbs before and after in the same clause. */
  readonly verbs: readonly [left: string, right: string]
}

/** The verbs of the clause before and after, and the tenses of the sentence: `Export markets shrank`, `Export charts as images`. */
function describeVerbs({ sentence, index, before, after, verbs: [left, right] }: Place): readonly number[] {
  const tenses = findTenses(sentence, index)
  const previous = before[0]!.kind
  const next = after[0]!.kind
  return [
    hash`c ${left} ${right} ${previous}`,
    hash`cn ${left === '-' ? 0 : 1} ${right} ${next}`,
    hash`te ${tenses} ${previous}`,
    hash`tn ${tenses} ${left} ${next}`,
    hash`i ${previous} ${right} ${next} ${after[1]!.kind}`,
  ]
}

/** Constructions of several words: orders after a phrase put first, subject and object, relative clauses, `let it close`. */
function describeFrames({ sentence, index, before, after, verbs: [verbBefore, right] }: Place): readonly number[] {
  const first = index === 0 ? '^' : sentence.kindAt(0)
  const previous = before[0]!.kind
  const [{ kind: next, text }, { kind: afterNext }] = after as [Item, Item]
  const left = verbBefore === '-' ? 0 : 1
  const frames = [hash`fn ${first} ${previous} ${next} ${right}`, hash`cp ${left} ${right} ${previous} ${next}`]
  if (RELATIVES.has(text)) frames.push(hash`th ${text} ${afterNext}`, hash`th ${previous} ${text} ${afterNext}`)
  const causer = findCauser(sentence, index)
  if (causer !== '') frames.push(hash`k ${causer}`, hash`k ${causer} ${next}`, hash`k ${causer} ${previous} ${next}`)
  return frames
}

const CLAUSE_STARTS = new Set(['IF', 'WHO', 'AND'])

/** The kind of the nearest verb on one side, in the same clause; `-` if there is none. */
function clauseVerb(sentence: HomographSentence, index: number, step: 1 | -1): string {
  const { words } = sentence
  for (let i = index + step; i >= 0 && i < words.length && Math.abs(i - index) <= TOPIC_REACH; i += step) {
    const mark = words[step === 1 ? i - 1 : i]!.boundary?.mark
    if (mark !== undefined && mark !== '"') break
    const kind = sentence.kindAt(i)
    if (FINITE.has(kind) || kind === 'DO') return kind
    if (CLAUSE_STARTS.has(kind)) break
  }
  return '-'
}

const PAST_VERBS = wordSet("was were had did wasn't weren't hadn't didn't")
const PRESENT_KINDS = new Set(['vs', 'BE', 'DO', 'MOD'])

/** Whether other verbs of the sentence are in the past (`d`), the present (`s`) or both. */
function findTenses(sentence: HomographSentence, index: number): string {
  let [past, present] = ['', '']
  const end = Math.min(sentence.words.length, index + TOPIC_REACH + 1)
  for (let i = Math.max(0, index - TOPIC_REACH); i < end; i++) {
    if (i === index) continue
    const kind = sentence.kindAt(i)
    if (kind === 'vd' || PAST_VERBS.has(sentence.words[i]!.text)) past = 'd'
    else if (PRESENT_KINDS.has(kind)) present = 's'
  }
  return past + present
}

/** The kind of the next word that can only be a verb: `After I read it, I called`. */
function nextVerb(sentence: HomographSentence, index: number): string {
  const end = Math.min(sentence.words.length, index + TOPIC_REACH + 1)
  for (let i = index + 1; i < end; i++) {
    const kind = sentence.kindAt(i)
    if (VERB_KINDS.has(kind)) return kind
  }
  return '$'
}

/** When it happens, by what the sentence says of the time: `last week`, `in 2019`, `every day`. */
function findTime(words: readonly NormalizedWord[], index: number): 'past' | 'habit' | 'future' | 'none' {
  const end = Math.min(words.length, index + TOPIC_REACH + 1)
  for (let i = Math.max(0, index - TOPIC_REACH); i < end; i++) {
    const [here, next] = [words[i]!.text, words[i + 1]?.text ?? '']
    if (PAST_TIMES.has(here) || (here === 'last' && PERIODS.has(next)) || (here === 'in' && CENTURIES.has(next)))
      return 'past'
    if (HABITS.has(here) || ((here === 'every' || here === 'each') && PERIODS.has(next)) || WEEKDAYS.test(here))
      return 'habit'
    if (here === 'tomorrow' || (here === 'next' && PERIODS.has(next))) return 'future'
  }
  return 'none'
}

const PAST_TIMES = wordSet('yesterday ago earlier previously recently finally once')
const HABITS = wordSet('always usually often sometimes never daily weekly monthly')
const CENTURIES = wordSet('eighteen nineteen twenty')
const PERIODS = wordSet(
  'second minute hour morning afternoon evening day night week weekend month quarter semester term season year spring summer fall autumn winter time ' +
    'monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december',
)
const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/

/** The kind of the nearest word before that can only be a verb; `^` if there is none. */
function nearestVerb(sentence: HomographSentence, index: number): string {
  const end = Math.max(0, index - TOPIC_REACH)
  for (let i = index - 1; i >= end; i--) {
    const kind = sentence.kindAt(i)
    if (VERB_KINDS.has(kind)) return kind
  }
  return '^'
}

/** Capitals, quotes, and the place in the sentence. */
function describeShape({ words, spellings }: HomographSentence, index: number): readonly number[] {
  const shape = shapeOf(spellings[index]!)
  const previous = index > 0 ? shapeOf(spellings[index - 1]!) : '^'
  const next = index < words.length - 1 ? shapeOf(spellings[index + 1]!) : '$'
  const mark = words[index]!.boundary?.mark
  const quoted = mark === '"' && words[index - 1]?.boundary?.mark === '"' ? 'q' : ''
  const place = `${index === 0 ? '^' : ''}${index === words.length - 1 ? '$' : ''}`
  const end = words.at(-1)!.boundary?.mark ?? ''
  return [
    hash`s ${shape} ${place}`,
    hash`s+ ${previous} ${shape} ${index === 1 ? '^' : ''}`,
    hash`+s ${shape} ${next}`,
    hash`+s+ ${previous} ${shape} ${next}`,
    hash`q ${quoted} ${shape}`,
    hash`e ${end} ${place}`,
    hash`k ${Math.min(words.length, 5)} ${place} ${shape}`,
  ]
}

function shapeOf(spelling: string): string {
  if (/^\p{Lu}+$/u.test(spelling) && spelling.length > 1) return 'AA'
  return /^\p{Lu}/u.test(spelling) ? 'Aa' : 'a'
}

function describeTopic(words: readonly NormalizedWord[], index: number): readonly number[] {
  const topic = new Set<number>()
  const end = Math.min(words.length, index + TOPIC_REACH + 1)
  for (let i = Math.max(0, index - TOPIC_REACH); i < end; i++) {
    const { text } = words[i]!
    if (i !== index && text.length > 2) topic.add(hash`t ${withoutS(text)}`)
  }
  return [...topic]
}

function withoutS(word: string): string {
  if (!word.endsWith('s')) return word
  return word.slice(0, word.endsWith("'s") ? -2 : -1)
}
