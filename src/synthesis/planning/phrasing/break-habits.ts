/** How readily a reader pauses around a word, in log-odds on top of its cluster's. */
export type WordHabit = { readonly cluster: number; readonly after: number; readonly before: number }

/**
 * What a reader's recordings teach about single gaps between words, without the rest of the sentence. Words that are used
 * alike share a cluster; clusters are learnt with the model. All values are log-odds against the average gap.
 */
export type BreakHabits = {
  /** Number of learnt clusters; the shapes of unknown words follow, then the edge of a phrase. */
  readonly clusters: number
  readonly words: ReadonlyMap<string, WordHabit>
  /** By cluster. */
  readonly after: readonly number[]
  readonly before: readonly number[]
  /** By pair of clusters; see `pairKey`. */
  readonly between: readonly number[]
  /** Correction of a pair by the cluster before it, and by the cluster after it; see `tripleKey`. */
  readonly leftOf: ReadonlyMap<number, number>
  readonly rightOf: ReadonlyMap<number, number>
}

/** Shapes of words without a cluster of their own, in the order of their numbers; the last is any other word. */
const SHAPES: readonly RegExp[] = [/.{3}ing$/, /.{2}ed$/, /..ly$/, /[^s']s$/]
const NAME = 0
const OTHER = SHAPES.length + 1

/** Number of clusters, shapes and the edge together. */
export function classCount(clusters: number): number {
  return clusters + OTHER + 2
}

/** The class before the first word of a phrase and after the last. */
export function edgeClass(clusters: number): number {
  return clusters + OTHER + 1
}

/** The class of a word without a learnt cluster. `written` shows whether it is a name. */
export function shapeClass(text: string, written: string, clusters: number): number {
  if (/^\p{Lu}\p{Ll}/u.test(written)) return clusters + NAME
  const shape = SHAPES.findIndex((pattern) => pattern.test(text))
  return clusters + (shape < 0 ? OTHER : shape + 1)
}

export function pairKey(left: number, right: number, clusters: number): number {
  return left * classCount(clusters) + right
}

export function tripleKey([a, b, c]: readonly [number, number, number], clusters: number): number {
  return pairKey(a, b, clusters) * classCount(clusters) + c
}
