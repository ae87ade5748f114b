import { readSections } from '../../phonemization/lexicon/sectioned-file.ts'
import type { Surrounding } from '../context/look-around.ts'
import type { Question, ReadingScorer } from '../question.ts'
import { BESIDE, distanceFeature, formFeatures, outputOf } from './features.ts'

const FILE_KIND = { kind: 'DRDG', version: 2 }

/** Rows of weights. */
type Matrix = { readonly values: Float64Array; readonly columns: number }

/** Places of words that have a part of the hidden layer to themselves: the form itself and the words beside it. */
const PLACES = 2 * BESIDE + 1

/**
 * Opens a packed network (data/reading/en-us.bin). Each surrounding is the sum of the rows of its word, shape and distance;
 * the form asks for surroundings by a vector per head, and a hidden layer sees what was found, the words beside the form,
 * and the form. The usual reading has a bonus of its own.
 */
export function createReadingScorer(bytes: Uint8Array): ReadingScorer {
  const [list, outputs, words, ...parts] = readSections(bytes, FILE_KIND)
  const lines = (section: Uint8Array): readonly string[] => new TextDecoder().decode(section).split('\n')
  const numbers = new Map(lines(list!).map((word, i) => [word, i + 1]))
  const places = new Map(lines(outputs!).map((name, i) => [name, i]))
  const word = openMatrix(words!)
  const [shape, distance, form, usual, query, hidden, output, trust] = parts.map((part) => openMatrix(part)) as [
    Matrix,
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
  // What a question needs is laid out once, because scoring takes longer to find memory than to reckon.
  const target = new Float64Array(form.columns)
  const queries = new Float64Array(query.columns)
  const seen = new Float64Array(hidden.values.length / hidden.columns)
  const layer = new Float64Array(hidden.columns)
  let inputs = new Float64Array(64 * width)
  let weights = new Float64Array(64)
  return {
    score(question) {
      const { grammar, candidates, surroundings } = question
      const allowed = candidates.map((one) => places.get(outputOf(grammar, one.class)))
      const usualOutput = allowed[question.usual]
      describeForm(question, usualOutput)
      seen.fill(0)
      describeSurroundings(surroundings)
      multiply(target, query, queries)
      attend(queries, inputs, { seen, weights, width, count: surroundings.length })
      seen.set(target, (heads + PLACES) * width)
      seen[seen.length - 1] = 1
      multiply(seen, hidden, layer)
      return allowed.map((place) => {
        if (place === undefined) return Number.NEGATIVE_INFINITY
        let logit = output.values[layer.length * output.columns + place]!
        for (let i = 0, at = place; i < layer.length; i++, at += output.columns)
          if (layer[i]! > 0) logit += layer[i]! * output.values[at]!
        return place === usualOutput ? logit + trust.values[place]! : logit
      })
    },
  }

  function describeForm(question: Question, usualOutput: number | undefined): void {
    target.fill(0)
    for (const row of formFeatures(question)) addRow(form, row, target)
    if (usualOutput !== undefined) addRow(usual, usualOutput, target)
    for (let i = 0; i < target.length; i++) target[i] = Math.tanh(target[i]!)
  }

  /** A row of numbers for each surrounding; those of the words beside the form are added to their places in `seen` too. */
  function describeSurroundings(surroundings: readonly Surrounding[]): void {
    const count = surroundings.length
    if (count > weights.length) {
      inputs = new Float64Array(2 * count * width)
      weights = new Float64Array(2 * count)
    }
    for (let i = 0; i < count; i++) {
      const one = surroundings[i]!
      const at = i * width
      const fromWord = (one.key === '' ? 0 : (numbers.get(one.key) ?? 0)) * width
      const fromShape = one.shape * width
      const fromDistance = distanceFeature(one) * width
      const isBeside = !one.earlier && Math.abs(one.distance) <= BESIDE
      const place = isBeside ? (heads + one.distance + BESIDE) * width : -1
      const [words, shapes, distances] = [word.values, shape.values, distance.values]
      for (let j = 0; j < width; j++) {
        const sum = words[fromWord + j]! + shapes[fromShape + j]! + distances[fromDistance + j]!
        inputs[at + j] = Math.max(sum, 0)
      }
      if (isBeside) for (let j = 0; j < width; j++) seen[place + j]! += inputs[at + j]!
    }
  }
}

/** u32 columns, f32 step of each column, i8 rows. Copied, because wider numbers must begin at an even address. */
function openMatrix(bytes: Uint8Array): Matrix {
  const copy = new Uint8Array(bytes).buffer
  const columns = new Uint32Array(copy, 0, 1)[0]!
  const steps = new Float32Array(copy, 4, columns)
  const packed = new Int8Array(copy, 4 + 4 * columns)
  const values = new Float64Array(packed.length)
  for (let at = 0; at < values.length; at += columns)
    for (let i = 0; i < columns; i++) values[at + i] = packed[at + i]! * steps[i]!
  return { columns, values }
}

function addRow({ values, columns }: Matrix, row: number, sums: Float64Array): void {
  const from = row * columns
  for (let i = 0; i < columns; i++) sums[i]! += values[from + i]!
}

/** The rows of a product that are not nothing. */
const ROWS = new Int32Array(4096)

/** Writes a row of numbers times a matrix that has a row of weights for each of them: four rows at a time. */
function multiply(numbers: Float64Array, { values, columns }: Matrix, sums: Float64Array): void {
  sums.fill(0)
  let count = 0
  for (let row = 0; row < numbers.length; row++) if (numbers[row] !== 0) ROWS[count++] = row
  let at = 0
  for (; at + 3 < count; at += 4) {
    const [a, b, c, d] = [ROWS[at]!, ROWS[at + 1]!, ROWS[at + 2]!, ROWS[at + 3]!]
    const [p, q, r, t] = [numbers[a]!, numbers[b]!, numbers[c]!, numbers[d]!]
    const [fromA, fromB, fromC, fromD] = [a * columns, b * columns, c * columns, d * columns]
    for (let i = 0; i < columns; i++)
      sums[i]! += p * values[fromA + i]! + q * values[fromB + i]! + r * values[fromC + i]! + t * values[fromD + i]!
  }
  for (; at < count; at++) {
    const factor = numbers[ROWS[at]!]!
    const from = ROWS[at]! * columns
    for (let i = 0; i < columns; i++) sums[i]! += factor * values[from + i]!
  }
}

type Attention = {
  readonly seen: Float64Array
  readonly weights: Float64Array
  readonly width: number
  readonly count: number
}

/** Writes the mean of the inputs for each head into `seen`, weighted by how well they answer its query. */
function attend(queries: Float64Array, inputs: Float64Array, { seen, weights, width, count }: Attention): void {
  const scale = 1 / Math.sqrt(width)
  for (let head = 0; head < queries.length; head += width) {
    let sum = 0
    for (let i = 0; i < count; i++) {
      weights[i] = Math.exp(Math.min(30, scale * dot(queries, head, inputs, { at: i * width, width })))
      sum += weights[i]!
    }
    for (let i = 0; i < count; i++) {
      const weight = weights[i]! / sum
      if (weight < LEAST_WEIGHT) continue
      for (let j = 0, at = i * width; j < width; j++) seen[head + j]! += weight * inputs[at + j]!
    }
  }
}

/** Less adds nothing that decides. */
const LEAST_WEIGHT = 0.002

/** A query times a row of numbers: in four sums, which do not wait for one another. */
function dot(queries: Float64Array, head: number, inputs: Float64Array, row: { at: number; width: number }): number {
  const { at, width } = row
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let j = 0; j < width; j += 4) {
    a += queries[head + j]! * inputs[at + j]!
    b += queries[head + j + 1]! * inputs[at + j + 1]!
    c += queries[head + j + 2]! * inputs[at + j + 2]!
    d += queries[head + j + 3]! * inputs[at + j + 3]!
  }
  return a + b + c + d
}
