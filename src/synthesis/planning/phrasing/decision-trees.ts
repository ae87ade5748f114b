/**
 * Boosted regression trees. The nodes of a tree follow one another in prefix order: node `n` asks whether feature
 * `feature[n]` is at most `threshold[n]`; if so node `n + 1` is next, else node `right[n]`. A leaf has feature -1 and its
 * value in `threshold`.
 */
export type DecisionTrees = {
  readonly base: number
  /** First node of each tree. */
  readonly roots: readonly number[]
  readonly feature: Int16Array
  readonly threshold: Float64Array
  readonly right: Uint32Array
}

/** The sum of one leaf of each tree, for one row of features. */
export function evaluateTrees(trees: DecisionTrees, features: Float64Array): number {
  const { roots, feature, threshold, right } = trees
  let sum = trees.base
  for (const root of roots) {
    let node = root
    for (let asked = feature[node]!; asked >= 0; asked = feature[node]!) {
      node = features[asked]! <= threshold[node]! ? node + 1 : right[node]!
    }
    sum += threshold[node]!
  }
  return sum
}
