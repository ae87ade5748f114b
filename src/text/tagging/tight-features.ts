import { mix, numberFeatures } from './hash.ts'
import type { SentencePlace } from './sentence-place.ts'
import { IS_VERB, isOneOf } from './tags.ts'

/** Number of features by which a gap is judged. */
export const TIGHT_FEATURES = 40

/** Stands for each trait of a place outside of the sentence. */
const OUTSIDE = 63
const OUTSIDE_MARK = 3
/** Words further away than this are not looked at. */
const FAR = 7
const IS_NOMINAL = isOneOf(['ADJ', 'DET', 'NOUN', 'NUM', 'POSSESSIVE', 'PRON', 'PROPN', 'SYM'])

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
  const isVerb = (offset: number): boolean => IS_VERB[tagAt(place, offset)] === true
  const isNominal = (offset: number): boolean => IS_NOMINAL[tagAt(place, offset)] === true
  const isParted = (offset: number): boolean => markAfter(place, offset) !== 0
  // Words from the gap to the next mark, and to the verbs on both sides or the mark that is nearer.
  const phrase = 1 + countWhile(3, (words) => !isParted(words + 1))
  const back = countWhile(FAR, (words) => !isVerb(-words) && !isParted(-words - 1))
  const ahead = countWhile(FAR, (words) => !isVerb(words + 1) && !isParted(words + 1))
  // Words of the noun phrases that end and begin at the gap.
  const before = countWhile(FAR, (words) => isNominal(-words) && (words === 0 || !isParted(-words)))
  const after = countWhile(FAR, (words) => isNominal(words + 1) && (words === 0 || !isParted(words)))
  const opener = before > 0 && isParted(-before) ? OUTSIDE : wordAt(place, -before)
  const subject = before * 64 + tagAt(place, -before)
  const object = after * 64 + (after > 0 && isParted(after) ? OUTSIDE : tagAt(place, after + 1))
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

/** How many numbers from 0 on go on, at most `most`. */
function countWhile(most: number, goesOn: (count: number) => boolean): number {
  let count = 0
  while (count < most && goesOn(count)) count++
  return count
}
