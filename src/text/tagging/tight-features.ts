import { mix, numberFeatures } from './hash.ts'
import type { SentencePlace } from './sentence-place.ts'
import { TAGS, type Tag } from './tags.ts'

/** Number of features by which a gap is judged. */
export const TIGHT_FEATURES = 40

/** Stands for each trait of a place outside of the sentence. */
const OUTSIDE = 63
const OUTSIDE_MARK = 3
/** Words further away than this are not looked at. */
const FAR = 7
const VERBS: readonly Tag[] = ['AUX', 'VERB', 'VERB:ed', 'WITH-VERB']
const IS_VERB = Uint8Array.from(TAGS, (tag) => (VERBS.includes(tag) ? 1 : 0))

const NOMINALS: readonly Tag[] = ['ADJ', 'DET', 'NOUN', 'NUM', 'POSSESSIVE', 'PRON', 'PROPN', 'SYM']
const IS_NOMINAL = Uint8Array.from(TAGS, (tag) => (NOMINALS.includes(tag) ? 1 : 0))

/** Writes the numbers of the weights that judge the gap after a word into `weights`. */
export function findTightWeights(place: SentencePlace, weightCount: number, weights: Int32Array): void {
  const { traits, at } = place
  const { suffix3, kind, shape } = traits
  const [a, b, c, d, e, f] = [
    tagAt(place, -2),
    tagAt(place, -1),
    tagAt(place, 0),
    tagAt(place, 1),
    tagAt(place, 2),
    tagAt(place, 3),
  ]
  const [w1, w2, w3, w4] = [wordAt(place, -1), wordAt(place, 0), wordAt(place, 1), wordAt(place, 2)]
  const pair = c * 64 + d
  const three = pair * 64 + e
  const four = (b * 4096 + pair) * 64 + e
  const phrase = wordsToMark(place)
  const back = wordsSinceVerb(place)
  const ahead = wordsToVerb(place)
  const before = nounsBefore(place)
  const after = nounsAfter(place)
  const opener = before > 0 && markAfter(place, -before) !== 0 ? OUTSIDE : wordAt(place, -before)
  const subject = before * 64 + tagAt(place, -before)
  const object = after * 64 + (after > 0 && markAfter(place, after) !== 0 ? OUTSIDE : tagAt(place, after + 1))
  const shapes = shape[at]! * 8 + shape[at + 1]!
  let next = 0
  weights[next++] = 0
  weights[next++] = pair
  weights[next++] = b * 4096 + pair
  weights[next++] = three
  weights[next++] = four
  weights[next++] = mix(four, a)
  weights[next++] = mix(four, f)
  weights[next++] = mix(three, f)
  weights[next++] = mix(mix(three, f), phrase)
  weights[next++] = mix(mix(three, f), tagAt(place, 4))
  weights[next++] = w2
  weights[next++] = w3
  weights[next++] = mix(w2, w3)
  weights[next++] = mix(w2, d)
  weights[next++] = mix(w3, c)
  weights[next++] = mix(w2, d * 64 + e)
  weights[next++] = mix(w3, c * 64 + b)
  weights[next++] = mix(w3, c * 64 + e)
  weights[next++] = mix(w1, pair)
  weights[next++] = mix(w4, pair)
  weights[next++] = mix(w3, w4)
  weights[next++] = mix(suffix3[at]!, d)
  weights[next++] = mix(suffix3[at + 1]!, c)
  weights[next++] = mix(shapes, pair)
  weights[next++] = kind[at]! * 256 + kind[at + 1]!
  weights[next++] = kind[at]! * 64 + d
  weights[next++] = kind[at + 1]! * 64 + c
  weights[next++] = mix(pair, phrase)
  weights[next++] = mix(three, phrase)
  weights[next++] = mix(w2, mix(d * 64 + e, f))
  weights[next++] = mix(w2, phrase * 64 + d)
  weights[next++] = mix(a * 64 + b, pair)
  weights[next++] = mix(pair, back)
  weights[next++] = mix(pair, ahead)
  weights[next++] = mix(three, back * 8 + ahead)
  weights[next++] = mix(opener, w3)
  weights[next++] = mix(mix(opener, pair), before)
  weights[next++] = mix(pair, w2 === w4 ? 1 : 0)
  weights[next++] = mix(pair, subject)
  weights[next++] = mix(pair, object)
  numberFeatures(weights, weightCount)
}

/** Adds up some of all weights. */
export function sumWeights(numbers: Int32Array, weights: Int8Array | Float32Array): number {
  let sum = 0
  for (let i = 0; i < numbers.length; i++) sum += weights[numbers[i]!]!
  return sum
}

function tagAt({ at, tags }: SentencePlace, offset: number): number {
  const i = at + offset
  return i < 0 || i >= tags.length ? OUTSIDE : tags[i]!
}

function wordAt({ traits: { word }, at }: SentencePlace, offset: number): number {
  const i = at + offset
  return i < 0 || i >= word.length ? OUTSIDE : word[i]!
}

/** The mark after a word of the sentence. */
function markAfter({ traits: { mark }, at }: SentencePlace, offset: number): number {
  const i = at + offset
  return i < 0 || i >= mark.length ? OUTSIDE_MARK : mark[i]!
}

/** Words from the gap to the next mark: 4 if there are more than three. */
function wordsToMark(place: SentencePlace): number {
  let words = 1
  while (words < 4 && markAfter(place, words) === 0) words++
  return words
}

/** Words between the gap and the last verb before it, or the mark that is nearer. */
function wordsSinceVerb(place: SentencePlace): number {
  let words = 0
  while (words < FAR && !isVerb(place, -words) && markAfter(place, -words - 1) === 0) words++
  return words
}

/** Words of the noun phrase that ends at the gap. */
function nounsBefore(place: SentencePlace): number {
  let words = 0
  while (words < FAR && isNominal(place, -words) && (words === 0 || markAfter(place, -words) === 0)) words++
  return words
}

/** Words of the noun phrase that begins at the gap. */
function nounsAfter(place: SentencePlace): number {
  let words = 0
  while (words < FAR && isNominal(place, words + 1) && (words === 0 || markAfter(place, words) === 0)) words++
  return words
}

function isNominal(place: SentencePlace, offset: number): boolean {
  return IS_NOMINAL[tagAt(place, offset)] === 1
}

/** Words between the gap and the next verb, or the mark that is nearer. */
function wordsToVerb(place: SentencePlace): number {
  let words = 0
  while (words < FAR && !isVerb(place, words + 1) && markAfter(place, words + 1) === 0) words++
  return words
}

function isVerb(place: SentencePlace, offset: number): boolean {
  return IS_VERB[tagAt(place, offset)] === 1
}
