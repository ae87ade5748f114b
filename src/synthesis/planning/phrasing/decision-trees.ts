/**
 * Boosted regression trees. The nodes of all trees follow one another in prefix order: node `n` asks whether feature
 * `feature[n]` is at most `threshold[n]`; the branch for yes comes first. A leaf has feature -1 and its value in `threshold`.
 */
export type DecisionTrees = {
  readonly base: number
  readonly feature: Int16Array
  readonly threshold: Float64Array
}

/** Returns the sum of the base and of one leaf of each tree, for one row of features. */
export type TreeScorer = (features: Float64Array) => number

/** Leaves of a tree: one bit each. */
const MOST_LEAVES = 32

/** A question: if the answer is no, only the leaves of `keep` are left of the tree. */
type Question = { readonly feature: number; readonly threshold: number; readonly tree: number; readonly keep: number }

/**
 * Prepares trees for many rows. A scorer does not walk from node to node: it asks the questions feature by feature, by rising
 * threshold, until the first yes, and takes from each tree the first leaf that no answer ruled out (QuickScorer; Lucchese et
 * al., "QuickScorer: a fast algorithm to rank documents with additive ensembles of regression trees", SIGIR 2015).
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

/** All questions, and the values of the leaves from left to right, with room for the most leaves in each tree. */
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
