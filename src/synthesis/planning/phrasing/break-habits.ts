/** How likely a reader is to pause around a word, in log-odds relative to its cluster. */
export type WordHabit = { readonly cluster: number; readonly after: number; readonly before: number }

/**
 * What the recordings of a reader show about single gaps between words, without the rest of the sentence. Words with similar use
 * share a cluster; clusters are learnt with the model. All values are log-odds relative to the average gap.
 */
export type BreakHabits = {
  /** Number of learnt clusters. They are numbered first, then the shapes of unknown words, then the edge of a phrase. */
  readonly clusters: number
  readonly words: ReadonlyMap<string, WordHabit>
  /** Indexed by cluster. */
  readonly after: readonly number[]
  readonly before: readonly number[]
  /** Indexed by pair of clusters; see `pairKey`. */
  readonly between: readonly number[]
  /** Corrections of a pair for the cluster before it and for the cluster after it; see `tripleKey`. */
  readonly leftOf: ReadonlyMap<number, number>
  readonly rightOf: ReadonlyMap<number, number>
}

/** Shapes of words without a learnt cluster, in the order of their numbers. The last number is for words that match none. */
const SHAPES: readonly RegExp[] = [/.{3}ing$/, /.{2}ed$/, /..ly$/, /[^s']s$/]
const NAME = 0
const OTHER = SHAPES.length + 1

/** Total number of clusters and shapes, including the edge. */
export function classCount(clusters: number): number {
  return clusters + OTHER + 2
}

/** The class before the first word of a phrase and after the last. */
export function edgeClass(clusters: number): number {
  return clusters + OTHER + 1
}

/** The class of a word without a learnt cluster. `written` shows whether the word is a name. */
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
