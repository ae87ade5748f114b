import type { Locale } from '../../normalization/scene.ts'
import { readSections } from '../../phonemization/lexicon/sectioned-file.ts'
import { type Candidate, CLASSES } from '../candidate.ts'
import type { Surrounding } from '../context/look-around.ts'
import { BESIDE, distanceFeature, figureFeatures } from './features.ts'

/** Says how well each reading fits its place. */
export type ReadingScorer = {
  /** Logits of the candidates, in their order. */
  score(candidates: readonly Candidate[], surroundings: readonly Surrounding[], locale: Locale): readonly number[]
}

const FILE_KIND = { kind: 'DRDG', version: 1 }

/** Rows of weights in eight bits; each column has its own step. */
type Matrix = { readonly values: Int8Array; readonly steps: Float32Array; readonly columns: number }

/**
 * Opens a packed network (data/reading/en-us.bin). Each surrounding is the sum of the rows of its word, shape and distance;
 * the figure asks for surroundings by a vector per head, and a hidden layer sees what was found, the words beside the figure
 * and the figure.
 */
export function createReadingScorer(bytes: Uint8Array): ReadingScorer {
  const [list, ...parts] = readSections(bytes, FILE_KIND)
  const words = new Map(
    new TextDecoder()
      .decode(list)
      .split('\n')
      .map((word, i) => [word, i + 1]),
  )
  const matrices = parts.map(openMatrix)
  const [word, shape, distance, figure, query, hidden, output] = matrices as [
    Matrix,
    Matrix,
    Matrix,
    Matrix,
    Matrix,
    Matrix,
    Matrix,
  ]
  const width = word.columns
  const heads = query.columns / width
  return {
    score(candidates, surroundings, locale) {
      const count = surroundings.length
      const inputs = new Float32Array(count * width)
      const target = new Float32Array(figure.columns)
      for (const row of figureFeatures(candidates[0]!.fields.digits, locale)) addRow(figure, row, target, 0)
      for (let i = 0; i < target.length; i++) target[i] = Math.tanh(target[i]!)
      const seen = new Float32Array(heads * width + 2 * BESIDE * width + target.length + 1)
      const beside = heads * width
      for (const [i, surrounding] of surroundings.entries()) {
        const { key, shape: form, distance: steps, earlier } = surrounding
        const at = i * width
        addRow(word, key === '' ? 0 : (words.get(key) ?? 0), inputs, at)
        addRow(shape, form, inputs, at)
        addRow(distance, distanceFeature(surrounding), inputs, at)
        for (let j = at; j < at + width; j++) if (inputs[j]! < 0) inputs[j] = 0
        if (earlier || Math.abs(steps) > BESIDE) continue
        const place = beside + (steps < 0 ? steps + BESIDE : steps + BESIDE - 1) * width
        for (let j = 0; j < width; j++) seen[place + j]! += inputs[at + j]!
      }
      attend(multiply(target, query), inputs, seen, width)
      seen.set(target, beside + 2 * BESIDE * width)
      seen[seen.length - 1] = 1
      const layer = multiply(seen, hidden)
      const last = new Float32Array(layer.length + 1)
      for (let i = 0; i < layer.length; i++) last[i] = Math.max(0, layer[i]!)
      last[layer.length] = 1
      const logits = multiply(last, output)
      return candidates.map((candidate) => logits[CLASSES.indexOf(candidate.class)]!)
    },
  }
}

/** u32 columns, f32 step of each column, i8 rows. Copied, because wider numbers must begin at an even address. */
function openMatrix(bytes: Uint8Array): Matrix {
  const copy = new Uint8Array(bytes).buffer
  const columns = new Uint32Array(copy, 0, 1)[0]!
  return { columns, steps: new Float32Array(copy, 4, columns), values: new Int8Array(copy, 4 + 4 * columns) }
}

function addRow({ values, steps, columns }: Matrix, row: number, sums: Float32Array, at: number): void {
  const from = row * columns
  for (let i = 0; i < columns; i++) sums[at + i]! += values[from + i]! * steps[i]!
}

/** A row of numbers times a matrix that has a row of weights for each of them. */
function multiply(numbers: Float32Array, { values, steps, columns }: Matrix): Float32Array {
  const sums = new Float32Array(columns)
  for (let row = 0, at = 0; row < numbers.length; row++, at += columns) {
    const factor = numbers[row]!
    if (factor !== 0) for (let i = 0; i < columns; i++) sums[i]! += factor * values[at + i]!
  }
  for (let i = 0; i < columns; i++) sums[i]! *= steps[i]!
  return sums
}

/** Writes the mean of the inputs for each head into `seen`, weighted by how well they answer its query. */
function attend(queries: Float32Array, inputs: Float32Array, seen: Float32Array, width: number): void {
  const count = inputs.length / width
  const weights = new Float32Array(count)
  for (let head = 0; head < queries.length; head += width) {
    let sum = 0
    for (let i = 0; i < count; i++) {
      let product = 0
      for (let j = 0; j < width; j++) product += queries[head + j]! * inputs[i * width + j]!
      weights[i] = Math.exp(Math.min(30, product / Math.sqrt(width)))
      sum += weights[i]!
    }
    for (let i = 0; i < count; i++) {
      const weight = weights[i]! / sum
      for (let j = 0; j < width; j++) seen[head + j]! += weight * inputs[i * width + j]!
    }
  }
}
