import { hashText, mix } from '../../tagging/hash.ts'
import { TAGS, type Tag } from '../../tagging/tags.ts'
import { CLAUSE_REACH, findClauseVerb, findVerb } from './homograph-clause.ts'
import { findNeighbours, MARKS, type Neighbour, type Neighbours } from './homograph-neighbours.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** What can be said of a homograph's place, as hashes. */
export type HomographFeatures = {
  /** Grammar: tags, kinds of words, boundaries, capitals, the nearest function words, the verbs around. */
  readonly grammar: Int32Array
  /** Words: the neighbours themselves and the other words of the sentence. */
  readonly topic: Int32Array
}

type Place = Neighbours & { readonly sentence: HomographSentence; readonly index: number }

/** Features of the word at `index`. Linear in the reach, not in the sentence. */
export function describeFeatures(sentence: HomographSentence, index: number): HomographFeatures {
  const place = { sentence, index, ...findNeighbours(sentence, index) }
  const grammar = [
    0,
    ...describeTags(place),
    ...describeTexts(place),
    ...describeGovernors(place),
    ...describeShape(place),
    ...describeClause(place),
    ...describeCompound(place),
  ]
  const beside = describeWords(place)
  return {
    // The same hash as two features gives two numbers.
    grammar: Int32Array.from(grammar, mix),
    topic: Int32Array.of(...beside.map(mix), ...describeTopic(place, beside.length)),
  }
}

/** The hash of several hashes. */
function join(first: number, ...others: readonly number[]): number {
  let hash = first
  for (const other of others) hash = mix(hash, other)
  return hash
}

function describeTags({ sentence, index, before: [p1, p2, p3], after: [n1, n2, n3] }: Place): readonly number[] {
  const here = sentence.tagAt(index)
  return [
    here,
    join(p1.tag, here),
    join(here, n1.tag),
    join(p1.tag, here, n1.tag),
    p1.tag,
    n1.tag,
    join(p1.tag, n1.tag),
    join(p2.tag, p1.tag),
    join(n1.tag, n2.tag),
    join(p2.tag, p1.tag, n1.tag),
    join(p1.tag, n1.tag, n2.tag),
    join(p3.tag, p2.tag, p1.tag),
    join(n1.tag, n2.tag, n3.tag),
    join(p2.tag, p1.tag, n1.tag, n2.tag),
  ]
}

function describeTexts({ before: [p1, p2], after: [n1, n2] }: Place): readonly number[] {
  return [
    p1.text,
    n1.text,
    join(p1.text, n1.kind),
    join(p1.kind, n1.text),
    join(p2.text, p1.text),
    join(n1.text, n2.text),
    p1.ending,
    n1.ending,
  ]
}

const ADVERB = TAGS.indexOf('ADV')
const NOT = hashText('NOT')
const FUNCTION_TAGS: readonly Tag[] = ['ADP', 'AUX', 'CCONJ', 'DET', 'PART', 'PRON', 'SCONJ', 'POSSESSIVE', 'WITH-VERB']
const FUNCTIONS: ReadonlySet<number> = new Set([...FUNCTION_TAGS.map((tag) => TAGS.indexOf(tag)), ...MARKS])

const isFunction = ({ tag }: Neighbour): boolean => FUNCTIONS.has(tag)

/** The nearest words without adverbs, the nearest function word on each side, and how many words of meaning are between. */
function describeGovernors({ before, after }: Place): readonly number[] {
  const withoutAdverbs = before.filter(({ kind, tag }) => tag !== ADVERB && kind !== NOT)
  const [nearest, second] = withoutAdverbs
  const left = withoutAdverbs.findIndex(isFunction)
  const right = after.findIndex(isFunction)
  const governor = withoutAdverbs[left]?.kind ?? 0
  const follower = after[right]?.kind ?? 0
  return [
    nearest?.kind ?? 0,
    nearest?.text ?? 0,
    join(second?.kind ?? 0, nearest?.kind ?? 0),
    join(governor, left),
    join(follower, right),
    join(governor, left, follower, right),
    join(governor, Math.min(left, 1), follower, Math.min(right, 1)),
  ]
}

/** The verbs around and how the sentence begins: `Export markets shrank`, `If it fails, close the form`, `After I read it, I called`. */
function describeClause({ sentence, index, before: [p1], after: [n1, n2] }: Place): readonly number[] {
  const kindAt = (at: number): number => (at < 0 ? 0 : sentence.kindAt(at))
  const textAt = (at: number): number => (at < 0 ? 0 : sentence.textAt(at))
  const [earlierVerb, laterVerb] = [findVerb(sentence, index, -1), findVerb(sentence, index, 1)]
  const [earlier, later] = [kindAt(earlierVerb), kindAt(laterVerb)]
  const left = kindAt(findClauseVerb(sentence, index, -1))
  const right = kindAt(findClauseVerb(sentence, index, 1))
  const hasLeft = left === 0 ? 0 : 1
  const first = index === 0 ? 0 : sentence.kindAt(0)
  return [
    join(first, p1.kind),
    earlier,
    join(earlier, p1.kind),
    join(first, earlier, p1.kind),
    join(later, p1.kind),
    join(first, later, p1.kind),
    join(textAt(earlierVerb), p1.tag),
    join(textAt(laterVerb), p1.tag),
    join(left, right, p1.kind),
    join(left, n1.kind),
    join(hasLeft, right, n1.kind),
    join(p1.kind, right, n1.kind, n2.kind),
    join(first, p1.kind, n1.kind, right),
    join(hasLeft, right, p1.kind, n1.kind),
  ]
}

const SMALL = 1
const CAPITAL = 2
const CAPITALS = 3

/** Capitals, quotes, and the place in the sentence. */
function describeShape({ sentence, index, after: [n1] }: Place): readonly number[] {
  const { words, spellings } = sentence
  const shapeAt = (at: number): number => (spellings[at] === undefined ? 0 : shapeOf(spellings[at]))
  const [previous, shape, next, afterNext] = [-1, 0, 1, 2].map((step) => shapeAt(index + step)) as FourShapes
  const mark = words[index]!.boundary?.mark
  const isQuoted = mark === '"' && words[index - 1]?.boundary?.mark === '"' ? 1 : 0
  const place = (index === 0 ? 1 : 0) + (index === words.length - 1 ? 2 : 0)
  return [
    join(shape, place),
    join(previous, shape, index === 1 ? 1 : 0),
    join(shape, next),
    join(previous, shape, next),
    join(n1.text, afterNext),
    join(isQuoted, shape),
    join(hashText(words.at(-1)!.boundary?.mark ?? ''), place),
    join(Math.min(words.length, 5), place, shape),
  ]
}

type FourShapes = [number, number, number, number]

function shapeOf(spelling: string): number {
  if (!/^\p{Lu}/u.test(spelling)) return SMALL
  return spelling.length > 1 && /^\p{Lu}+$/u.test(spelling) ? CAPITALS : CAPITAL
}

/** The words that a hyphen joins to it: `live-in`, `lead-free`, `cross-bow`. */
function describeCompound({ sentence, index }: Place): readonly number[] {
  const { source } = sentence.words[index]!
  const partAt = (at: number): number => (sentence.words[at]?.source === source ? sentence.textAt(at) : 0)
  const [before, after] = [partAt(index - 1), partAt(index + 1)]
  return [before, Math.sign(before), after, Math.sign(after)]
}

function describeWords({ before: [p1, p2], after: [n1, n2] }: Place): readonly number[] {
  return [
    0,
    p1.text,
    n1.text,
    p2.text,
    n2.text,
    join(p1.text, n1.text),
    join(p2.text, p1.text),
    join(n1.text, n2.text),
    p1.kind,
    n1.kind,
    join(p1.kind, n1.kind),
  ]
}

/** The words of the sentence near the homograph, wherever they are. */
function describeTopic({ sentence, index }: Place, group: number): ReadonlySet<number> {
  const topic = new Set<number>()
  const end = Math.min(sentence.words.length, index + CLAUSE_REACH + 1)
  for (let i = Math.max(0, index - CLAUSE_REACH); i < end; i++)
    if (i !== index && sentence.words[i]!.text.length > 2) topic.add(mix(sentence.stemAt(i), group))
  return topic
}
