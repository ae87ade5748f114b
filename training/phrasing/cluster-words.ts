/** How many words around a word count as its company. */
const COMPANIONS = 200
const ENDINGS = 'ing ed s ly tion ment er al ous ive ity able ent ance en'.split(' ')
const ENDING_WEIGHT = 0.35
const ROUNDS = 15
/** Clusters begin at frequent words. */
const CANDIDATES = 1500

/** A word in its place: the words beside it, undefined at the edge of a phrase. */
export type WordInPlace = {
  readonly text: string
  readonly previous: string | undefined
  readonly next: string | undefined
}

type Vectors = {
  readonly words: readonly string[]
  readonly rows: readonly Float64Array[]
  readonly counts: readonly number[]
}

/**
 * Groups the words that occur at least `least` times by their neighbours and endings: k-means on square roots of
 * frequencies. The same words give the same clusters.
 */
export function clusterWords(
  places: readonly WordInPlace[],
  { clusters, least }: { readonly clusters: number; readonly least: number },
): ReadonlyMap<string, number> {
  const vectors = vectorsOf(places, least)
  const { words, rows } = vectors
  let centres = firstCentres(vectors, clusters)
  let labels: readonly number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    labels = rows.map((row) => nearest(row, centres))
    centres = meansOf(vectors, labels, centres)
  }
  return new Map(words.map((word, i) => [word, labels[i]!]))
}

function vectorsOf(places: readonly WordInPlace[], least: number): Vectors {
  const counts = new Map<string, number>()
  for (const { text } of places) counts.set(text, (counts.get(text) ?? 0) + 1)
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const columns = new Map(byCount.slice(0, COMPANIONS).map(([word], i) => [word, i]))
  const words = byCount.filter(([, count]) => count >= least).map(([word]) => word)
  const rows = new Map(words.map((word) => [word, new Float64Array(2 * (COMPANIONS + 1) + ENDINGS.length)]))
  const columnOf = (word: string | undefined) => (word === undefined ? COMPANIONS : columns.get(word))
  for (const { text, previous, next } of places) {
    const row = rows.get(text)
    if (row === undefined) continue
    const [before, after] = [columnOf(previous), columnOf(next)]
    if (before !== undefined) row[before]! += 1
    if (after !== undefined) row[COMPANIONS + 1 + after]! += 1
  }
  for (const [word, row] of rows) normalize(row, word)
  return { words, rows: [...rows.values()], counts: words.map((word) => counts.get(word)!) }
}

function normalize(row: Float64Array, word: string): void {
  const total = row.reduce((sum, count) => sum + count, 0)
  for (const [i, count] of row.entries()) row[i] = Math.sqrt(count / Math.max(1, total))
  for (const [i, ending] of ENDINGS.entries()) {
    if (word.endsWith(ending) && word.length > ending.length + 2) row[2 * (COMPANIONS + 1) + i] = ENDING_WEIGHT
  }
}

/** The most frequent word, then again and again the one furthest from all, where frequent words count more. */
function firstCentres({ rows, counts }: Vectors, clusters: number): readonly Float64Array[] {
  const candidates = rows.slice(0, CANDIDATES)
  const centres = [candidates[0]!]
  const distances = candidates.map((row) => distance(row, centres[0]!))
  while (centres.length < clusters) {
    const merits = distances.map((value, i) => value * Math.sqrt(counts[i]!))
    const centre = candidates[merits.indexOf(Math.max(...merits))]!
    centres.push(centre)
    for (const [i, row] of candidates.entries()) distances[i] = Math.min(distances[i]!, distance(row, centre))
  }
  return centres
}

function meansOf(
  { rows, counts }: Vectors,
  labels: readonly number[],
  centres: readonly Float64Array[],
): readonly Float64Array[] {
  return centres.map((centre, label) => {
    const mean = new Float64Array(centre.length)
    let total = 0
    for (const [i, row] of rows.entries()) {
      if (labels[i] !== label) continue
      const weight = Math.sqrt(counts[i]!)
      total += weight
      for (const [k, value] of row.entries()) mean[k]! += weight * value
    }
    return total === 0 ? centre : mean.map((value) => value / total)
  })
}

function nearest(row: Float64Array, centres: readonly Float64Array[]): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (const [i, centre] of centres.entries()) {
    const far = distance(row, centre)
    if (far < least) [best, least] = [i, far]
  }
  return best
}

function distance(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return sum
}
