/**
 * Boosted regression trees. The nodes of all trees are stored one after another, each tree in prefix order. Node `n` tests
 * whether feature `feature[n]` is at most `threshold[n]`; the branch for yes comes first. A leaf has feature -1 and its value in
 * `threshold`.
 */
export type DecisionTrees = {
  readonly base: number
  readonly feature: Int16Array
  readonly threshold: Float64Array
}

/** Returns the sum of the base and one leaf of each tree for a row of features. */
export type TreeScorer = (features: Float64Array) => number

/** Maximum number of leaves per tree: one bit each. */
const MOST_LEAVES = 32

/** A test of a tree. If the answer is no, only the leaves in the bit set `keep` remain. */
type Question = { readonly feature: number; readonly threshold: number; readonly tree: number; readonly keep: number }

/**
 * Prepares trees for scoring many rows. A scorer does not walk from node to node. For each feature it evaluates the tests by
 * ascending threshold until the first yes. Then it takes the first leaf of each tree that no answer ruled out (QuickScorer;
 * Lucchese et al., "QuickScorer: a fast algorithm to rank documents with additive ensembles of regression trees", SIGIR 2015).
 */
export function createTreeScorer(trees: DecisionTrees): TreeScorer {
  const { base } = trees
  const { questions, leaves } = listQuestions(trees)
  questions.sort((a, b) => a.feature - b.feature || a.threshold - b.threshold)
  const featureCount = (questions.at(-1)?.feature ?? -1) + 1
  const ends = new Uint32Array(featureCount)
  for (const [i, { feature }] of questions.entries()) ends.fill(i + 1, feature)
  const thresholds = Float64Array.from(questions, ({ threshold }) => threshold)
  const owners = Uint16Array.from(questions, ({ tree }) => tree)
  const keeps = Int32Array.from(questions, ({ keep }) => keep)
  const left = new Int32Array(leaves.length / MOST_LEAVES)
  return (features) => {
    left.fill(-1)
    let at = 0
    for (let feature = 0; feature < featureCount; feature++) {
      const value = features[feature]!
      const end = ends[feature]!
      for (; at < end && value > thresholds[at]!; at++) left[owners[at]!]! &= keeps[at]!
      at = end
    }
    let sum = base
    for (let tree = 0; tree < left.length; tree++) {
      const bits = left[tree]!
      sum += leaves[MOST_LEAVES * tree + 31 - Math.clz32(bits & -bits)]!
    }
    return sum
  }
}

/** All tests, and the leaf values from left to right, with space for `MOST_LEAVES` in each tree. */
function listQuestions({ feature, threshold }: DecisionTrees) {
  const questions: Question[] = []
  const leaves: number[] = []
  let at = 0
  let tree = 0
  let leaf = 0
  const takeNode = (): void => {
    const node = at++
    if (feature[node]! < 0) {
      leaves[MOST_LEAVES * tree + leaf++] = threshold[node]!
      return
    }
    const first = leaf
    takeNode()
    const yes = ((1 << (leaf - first)) - 1) << first
    questions.push({ feature: feature[node]!, threshold: threshold[node]!, tree, keep: ~yes })
    takeNode()
  }
  for (; at < feature.length; tree++) {
    leaf = 0
    takeNode()
    if (leaf > MOST_LEAVES) throw new Error(`Cannot read a tree of ${leaf} leaves: at most ${MOST_LEAVES} fit`)
  }
  const padded = new Float64Array(MOST_LEAVES * tree)
  for (const [i, value] of leaves.entries()) padded[i] = value ?? 0
  return { questions, leaves: padded }
}
