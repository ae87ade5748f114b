import { FEATURE_BUCKETS, listNameFeatures } from './name-features.ts'
import { createOriginModel, type OriginModelFile } from './origin-model.ts'
import { ENGLISH, hashOf, type ListedName, sampleDictionary } from './read-names.ts'

const EPOCHS = 10
const RATE = 0.4
/** Errors below this change nothing, which saves most of the work. */
const LEAST_ERROR = 2e-3
/** A dictionary word is left out of the English examples if a first model gives English less than this. */
const LEAST_ENGLISH = 0.15

type Example = { readonly features: Uint16Array; readonly origin: number }
/** Weights and the sums of their squared gradients: by bucket, the biases last, and within a bucket by origin. */
type State = { readonly weights: Float64Array; readonly squares: Float64Array; readonly count: number }

/**
 * Fits the classifier to names: softmax regression by AdaGrad, in an order that is the same each time. Words of CMUdict are the
 * bulk of the English examples; those that a first model takes for foreign names are left out of the second.
 */
export function fitOrigins(names: readonly ListedName[]): OriginModelFile {
  const origins = [...new Set(names.map(({ origin }) => origin))].sort()
  const dictionary = sampleDictionary(names).map((name) => ({ name, origin: ENGLISH, written: name }))
  const first = createOriginModel(fitModel([...names, ...dictionary], origins))
  const english = origins.indexOf(ENGLISH)
  const kept = dictionary.filter(({ name }) => first.chancesOf(name)[english]!.chance >= LEAST_ENGLISH)
  return fitModel([...names, ...kept], origins)
}

function fitModel(names: readonly ListedName[], origins: readonly string[]): OriginModelFile {
  const count = origins.length
  const examples = names
    .toSorted((a, b) => hashOf(a.name) - hashOf(b.name) || (a.origin < b.origin ? -1 : 1))
    .map(({ name, origin }) => ({
      features: Uint16Array.from(listNameFeatures(name)),
      origin: origins.indexOf(origin),
    }))
  const size = (FEATURE_BUCKETS + 1) * count
  const state = { weights: new Float64Array(size), squares: new Float64Array(size).fill(1e-3), count }
  for (let epoch = 0; epoch < EPOCHS; epoch++) for (const example of examples) learn(example, state)
  return pack(state, origins)
}

function learn({ features, origin }: Example, state: State): void {
  const scale = 1 / Math.sqrt(features.length)
  const errors = chancesOf(features, scale, state)
  errors[origin] = errors[origin]! - 1
  for (let index = 0; index < state.count; index++) {
    if (Math.abs(errors[index]!) < LEAST_ERROR) continue
    for (const feature of features) descend(state, feature * state.count + index, errors[index]! * scale)
    descend(state, FEATURE_BUCKETS * state.count + index, errors[index]!)
  }
}

function chancesOf(features: Uint16Array, scale: number, { weights, count }: State): Float64Array {
  const scores = new Float64Array(count)
  for (const feature of features)
    for (let index = 0; index < count; index++) scores[index] = scores[index]! + weights[feature * count + index]!
  let highest = -Infinity
  for (let index = 0; index < count; index++) {
    scores[index] = scores[index]! * scale + weights[FEATURE_BUCKETS * count + index]!
    highest = Math.max(highest, scores[index]!)
  }
  let total = 0
  for (let index = 0; index < count; index++) {
    scores[index] = Math.exp(scores[index]! - highest)
    total += scores[index]!
  }
  for (let index = 0; index < count; index++) scores[index] = scores[index]! / total
  return scores
}

function descend({ weights, squares }: State, at: number, gradient: number): void {
  const square = squares[at]! + gradient * gradient
  squares[at] = square
  weights[at] = weights[at]! - (RATE * gradient) / Math.sqrt(square)
}

function pack({ weights, count }: State, origins: readonly string[]): OriginModelFile {
  const largest = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const step = Number((largest / 127).toPrecision(6))
  const bytes = Uint8Array.from({ length: weights.length }, (_, at) => {
    const bucket = at % (FEATURE_BUCKETS + 1)
    const origin = Math.floor(at / (FEATURE_BUCKETS + 1))
    return Math.round(weights[bucket * count + origin]! / step) & 255
  })
  return { origins, step, weights: Buffer.from(bytes).toString('base64') }
}
