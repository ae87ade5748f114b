import { findTightWeights, sumWeights, TIGHT_FEATURES } from '../../src/text/tagging/tight-features.ts'
import type { WordTraits } from '../../src/text/tagging/word-traits.ts'
import { UNKNOWN } from './label-gaps.ts'
import { shuffled } from './shuffle.ts'

/** A tagged sentence and whether its gaps are tight. */
export type LabelledGaps = { readonly traits: WordTraits; readonly tags: Uint8Array; readonly labels: Int8Array }

/** Number of weights, and of passes over the sentences. */
type TightTraining = { readonly count: number; readonly epochs: number }

const RATE = 0.05
/** Pulls the weights towards 0. */
const PENALTY = 1e-3

/**
 * Trains a logistic regression by AdaGrad. The sum of the weights of a gap is the log-odds that it is tight. The result is the mean
 * of the weights after each pass but the first.
 */
export function trainTight(sentences: readonly LabelledGaps[], { count, epochs }: TightTraining): Float32Array {
  const weights = new Float32Array(count)
  const squares = new Float32Array(count).fill(1e-6)
  const sums = new Float64Array(count)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const sentence of shuffled(sentences, epoch)) learn(sentence, weights, squares)
    if (epoch > 0) for (let i = 0; i < count; i++) sums[i]! += weights[i]!
  }
  return Float32Array.from(sums, (sum) => sum / (epochs - 1))
}

function learn({ traits, tags, labels }: LabelledGaps, weights: Float32Array, squares: Float32Array): void {
  const places = new Int32Array(TIGHT_FEATURES)
  for (const [at, label] of labels.entries()) {
    if (label === UNKNOWN) continue
    findTightWeights({ traits, at, tags }, weights.length, places)
    const error = 1 / (1 + Math.exp(-sumWeights(places, weights))) - label
    for (const place of places) {
      const gradient = error + PENALTY * weights[place]!
      squares[place]! += gradient * gradient
      weights[place]! -= (RATE * gradient) / Math.sqrt(squares[place]!)
    }
  }
}
