import { findTightPlaces, sumWeights, TIGHT_FEATURES } from '../../src/text/tagging/tight-features.ts'
import type { WordTraits } from '../../src/text/tagging/word-traits.ts'
import { UNKNOWN } from './label-gaps.ts'
import { shuffled } from './shuffle.ts'

/** A tagged sentence and whether its gaps are tight. */
export type LabelledGaps = { readonly traits: WordTraits; readonly tags: Uint8Array; readonly labels: Int8Array }

type TightTraining = { readonly bits: number; readonly epochs: number }

const RATE = 0.1
/** Pulls the weights towards 0, as a share of each step. */
const PENALTY = 1e-4

/** Trains a logistic regression by AdaGrad. The sum of the weights of a gap is the log-odds that it is tight. */
export function trainTight(sentences: readonly LabelledGaps[], { bits, epochs }: TightTraining): Float32Array {
  const weights = new Float32Array(1 << bits)
  const squares = new Float32Array(1 << bits).fill(1e-6)
  const places = new Int32Array(TIGHT_FEATURES)
  for (let epoch = 0; epoch < epochs; epoch++) {
    for (const { traits, tags, labels } of shuffled(sentences, epoch)) {
      for (const [at, label] of labels.entries()) {
        if (label === UNKNOWN) continue
        findTightPlaces({ traits, at, tags, count: 1 << bits }, places)
        const error = 1 / (1 + Math.exp(-sumWeights(places, weights))) - label
        for (const place of places) {
          const gradient = error + PENALTY * weights[place]!
          squares[place]! += gradient * gradient
          weights[place]! -= (RATE * gradient) / Math.sqrt(squares[place]!)
        }
      }
    }
  }
  return weights
}
