import { wordList } from '../../english/word-list.ts'
import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import { CLAUSE_REACH, findCauser, findClauseVerb, findTenses, findTime, findVerb } from './homograph-clause.ts'
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
  return {
    grammar: [
      hash`*`,
      ...describeKinds(before, after),
      ...describeTexts(before, after),
      ...describeGovernors(before, after),
      ...describeShape(sentence, index),
      ...describeClause(sentence, index, { before, after }),
      ...describeCauser(sentence, index, { before, after }),
      ...describeCompound(sentence.words, index),
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
const TO_TAKERS = wordList('before to and a noun')

function describeKinds(before: readonly Item[], after: readonly Item[]): readonly number[] {
  const [p1, p2, p3] = before.map(({ kind }) => kind) as [string, string, string]
  const [n1, n2, n3] = after.map(({ kind }) => kind) as [string, string, string]
  return [
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
  ]
}

function describeTexts(before: readonly Item[], after: readonly Item[]): readonly number[] {
  const [{ text: previous, kind: p1 }, { text: p2 }] = before as [Item, Item]
  const [{ text: next, kind: n1 }, { text: n2 }] = after as [Item, Item]
  return [
    hash`P ${previous}`,
    hash`N ${next}`,
    hash`Pn ${previous} ${n1}`,
    hash`pN ${p1} ${next}`,
    hash`PP ${p2} ${previous}`,
    hash`NN ${next} ${n2}`,
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

const RELATIVES = wordList('relatives')

type Neighbours = { readonly before: readonly Item[]; readonly after: readonly Item[] }

/** The verbs around, the tenses of the sentence and how it begins: `Export markets shrank`, `If it fails, close the form`, `After I read it, I called`. */
function describeClause(sentence: HomographSentence, index: number, { before, after }: Neighbours): readonly number[] {
  const first = index === 0 ? '^' : sentence.kindAt(0)
  const previous = before[0]!.kind
  const [{ kind: next, text }, { kind: afterNext }] = after as [Item, Item]
  const [left, right] = [findClauseVerb(sentence, index, -1), findClauseVerb(sentence, index, 1)]
  const [earlier, later] = [findVerb(sentence, index, -1), findVerb(sentence, index, 1)]
  const [tenses, time] = [findTenses(sentence, index), findTime(sentence.words, index)]
  const hasLeft = left === '-' ? 0 : 1
  return [
    hash`f ${first} ${previous}`,
    hash`v ${earlier}`,
    hash`v ${earlier} ${previous}`,
    hash`fv ${first} ${earlier} ${previous}`,
    hash`w ${later} ${previous}`,
    hash`fw ${first} ${later} ${previous}`,
    hash`T ${time} ${previous}`,
    hash`Tw ${time} ${later} ${previous}`,
    hash`c ${left} ${right} ${previous}`,
    hash`cn ${hasLeft} ${right} ${next}`,
    hash`te ${tenses} ${previous}`,
    hash`tn ${tenses} ${left} ${next}`,
    hash`i ${previous} ${right} ${next} ${afterNext}`,
    hash`fn ${first} ${previous} ${next} ${right}`,
    hash`cp ${hasLeft} ${right} ${previous} ${next}`,
    ...(RELATIVES.has(text) ? [hash`th ${text} ${afterNext}`, hash`th ${previous} ${text} ${afterNext}`] : []),
  ]
}

function describeCauser(sentence: HomographSentence, index: number, { before, after }: Neighbours): readonly number[] {
  const causer = findCauser(sentence, index)
  if (causer === '') return []
  const [previous, next] = [before[0]!.kind, after[0]!.kind]
  return [hash`k ${causer}`, hash`k ${causer} ${next}`, hash`k ${causer} ${previous} ${next}`]
}

/** Capitals, quotes, and the place in the sentence. */
function describeShape({ words, spellings }: HomographSentence, index: number): readonly number[] {
  const shape = shapeOf(spellings[index]!)
  const previous = index > 0 ? shapeOf(spellings[index - 1]!) : '^'
  const next = index < words.length - 1 ? shapeOf(spellings[index + 1]!) : '$'
  const afterNext = index < words.length - 2 ? shapeOf(spellings[index + 2]!) : '$'
  const mark = words[index]!.boundary?.mark
  const quoted = mark === '"' && words[index - 1]?.boundary?.mark === '"' ? 'q' : ''
  const place = `${index === 0 ? '^' : ''}${index === words.length - 1 ? '$' : ''}`
  const end = words.at(-1)!.boundary?.mark ?? ''
  return [
    hash`s ${shape} ${place}`,
    hash`s+ ${previous} ${shape} ${index === 1 ? '^' : ''}`,
    hash`+s ${shape} ${next}`,
    hash`+s+ ${previous} ${shape} ${next}`,
    hash`by ${words[index + 1]?.text} ${afterNext}`,
    hash`q ${quoted} ${shape}`,
    hash`e ${end} ${place}`,
    hash`k ${Math.min(words.length, 5)} ${place} ${shape}`,
  ]
}

function shapeOf(spelling: string): string {
  if (/^\p{Lu}+$/u.test(spelling) && spelling.length > 1) return 'AA'
  return /^\p{Lu}/u.test(spelling) ? 'Aa' : 'a'
}

/** The words that a hyphen joins to it: `live-in`, `lead-free`, `cross-bow`. */
function describeCompound(words: readonly NormalizedWord[], index: number): readonly number[] {
  const { source } = words[index]!
  const [previous, next] = [words[index - 1], words[index + 1]]
  const features: number[] = []
  if (previous?.source === source) features.push(hash`h ${previous.text}`, hash`h-`)
  if (next?.source === source) features.push(hash`-h ${next.text}`, hash`-h`)
  return features
}

function describeTopic(words: readonly NormalizedWord[], index: number): readonly number[] {
  const topic = new Set<number>()
  const end = Math.min(words.length, index + CLAUSE_REACH + 1)
  for (let i = Math.max(0, index - CLAUSE_REACH); i < end; i++) {
    const { text } = words[i]!
    if (i !== index && text.length > 2) topic.add(hash`t ${withoutS(text)}`)
  }
  return [...topic]
}

function withoutS(word: string): string {
  if (!word.endsWith('s')) return word
  return word.slice(0, word.endsWith("'s") ? -2 : -1)
}
