import type { FeaturePlace } from './feature-place.ts'
import { mix, spread } from './mix-hash.ts'
import { TAGS, type Tag } from './tags.ts'

/** Number of features by which a gap is judged. */
export const TIGHT_FEATURES = 40

const OUTSIDE = 63
/** Words further away than this are not looked at. */
const FAR = 7
const VERBAL = new Set(['AUX', 'VERB', 'VERB:ed', 'WITH-VERB'].map((tag) => TAGS.indexOf(tag as Tag)))

function isVerbal(tag: number): boolean {
  return VERBAL.has(tag)
}

/** Writes the numbers of the weights that judge the gap after a word into `places`. */
export function findTightPlaces({ traits, at, tags, count }: FeaturePlace, places: Int32Array): void {
  const { word, suffix2, suffix3, kind, shape, mark } = traits
  const words = word.length
  const tagAt = (i: number): number => (i < 0 || i >= words ? OUTSIDE : tags[i]!)
  const wordAt = (i: number): number => (i < 0 || i >= words ? OUTSIDE : word[i]!)
  const endAt = (i: number): number => (i < 0 || i >= words ? 3 : mark[i]!)
  const [a, b, c, d, e, f, g] = [
    tagAt(at - 2),
    tagAt(at - 1),
    tagAt(at),
    tagAt(at + 1),
    tagAt(at + 2),
    tagAt(at + 3),
    tagAt(at + 4),
  ]
  const [w1, w2, w3, w4] = [wordAt(at - 1), wordAt(at), wordAt(at + 1), wordAt(at + 2)]
  const pair = c * 64 + d
  const next = endAt(at + 1)
  const later = endAt(at + 2)
  const third = endAt(at + 3)
  const length = next > 0 ? 1 : later > 0 ? 2 : third > 0 ? 3 : 4
  const back = reach(at, -1, (i) => endAt(i - 1) > 0 || isVerbal(tagAt(i)))
  const ahead = reach(at + 1, 1, (i) => endAt(i) > 0 || isVerbal(tagAt(i)))
  const shapes = shape[at]! * 8 + shape[at + 1]!
  let place = 0
  const add = (hash: number): void => {
    places[place] = (spread(mix(hash, place + 101)) >>> 0) % count
    place++
  }
  add(0)
  add(pair)
  add(b * 4096 + pair)
  add(pair * 64 + e)
  add((b * 4096 + pair) * 64 + e)
  add(mix((b * 4096 + pair) * 64 + e, a))
  add(mix((b * 4096 + pair) * 64 + e, f))
  add(mix(pair * 64 + e, f))
  add(mix(mix(pair * 64 + e, f), length))
  add(mix(mix(pair * 64 + e, f), g))
  add(w2)
  add(w3)
  add(mix(w2, w3))
  add(mix(w2, d))
  add(mix(w3, c))
  add(mix(w2, d * 64 + e))
  add(mix(w3, c * 64 + b))
  add(mix(w3, c * 64 + e))
  add(mix(w1, pair))
  add(mix(w4, pair))
  add(mix(w1, w2))
  add(mix(w3, w4))
  add(mix(suffix3[at]!, d))
  add(mix(suffix3[at + 1]!, c))
  add(mix(suffix2[at]!, suffix2[at + 1]!))
  add(mix(shapes, pair))
  add(shapes)
  add(kind[at]! * 256 + kind[at + 1]!)
  add(kind[at]! * 64 + d)
  add(kind[at + 1]! * 64 + c)
  add(mix(pair, length))
  add(mix(pair * 64 + e, length))
  add(mix(w2, mix(d * 64 + e, f)))
  add(mix(w2, length * 64 + d))
  add(mix(w4, e * 64 + c))
  add(mix(mix(w2, f), pair * 64 + e))
  add(mix(a * 64 + b, pair))
  add(mix(pair, back))
  add(mix(pair, ahead))
  add(mix(pair * 64 + e, back * 8 + ahead))
}

/** Number of steps from `at` to the first word that `ends`, at most `FAR`. */
function reach(at: number, step: number, ends: (at: number) => boolean): number {
  let steps = 0
  while (steps < FAR && !ends(at + steps * step)) steps++
  return steps
}

/** Adds up the weights at some places. */
export function sumWeights(places: Int32Array, weights: Int8Array | Float32Array): number {
  let sum = 0
  for (let i = 0; i < places.length; i++) sum += weights[places[i]!]!
  return sum
}
