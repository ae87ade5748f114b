import type { Matrix, PackedMatrix } from '../../packed-matrix.ts'

/** What the network knows of words, and what a sentence says of those that are meant. */
export type KnownWords = {
  readonly numbers: ReadonlyMap<string, number>
  readonly rows: PackedMatrix
  /** A row for each unit of the hidden layer, as wide as the rows of words. */
  readonly meant: Matrix
}

/**
 * Returns the weights of readings with one more column for each of `meanings`, which the network has not learned. As for the
 * learned ones, the words of a meaning tell when it fits. The last row is the bias, for which new meanings get the mean of the others.
 */
export function addMeanings(output: Matrix, meanings: readonly string[], words: KnownWords): Matrix {
  if (meanings.length === 0) return output
  const { columns } = output
  const height = output.values.length / columns
  const wide = columns + meanings.length
  const values = new Float64Array(height * wide)
  for (let row = 0; row < height; row++)
    values.set(output.values.subarray(row * columns, (row + 1) * columns), row * wide)
  const bias = output.values.subarray((height - 1) * columns)
  const usual = bias.reduce((sum, one) => sum + one, 0) / columns
  for (const [i, meaning] of meanings.entries()) {
    const described = describe(meaning, words)
    for (let row = 0; row < height - 1; row++) values[row * wide + columns + i] = weigh(words.meant, row, described)
    values[(height - 1) * wide + columns + i] = usual
  }
  return { values, columns: wide }
}

/** The mean of the rows of a meaning's words. */
function describe(meaning: string, { numbers, rows: { values, steps, columns } }: KnownWords): Float64Array {
  const known = meaning.split(' ').flatMap((word) => numbers.get(word) ?? [])
  const sums = new Float64Array(columns)
  for (const number of known)
    for (let i = 0; i < columns; i++) sums[i]! += (values[number * columns + i]! * steps[i]!) / known.length
  return sums
}

function weigh({ values, columns }: Matrix, row: number, described: Float64Array): number {
  return described.reduce((sum, one, i) => sum + one * values[row * columns + i]!, 0)
}
