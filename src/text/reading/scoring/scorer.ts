import { addRow, type Matrix, multiply, openMatrix, openPacked } from '../../packed-matrix.ts'
import { readSections } from '../../sectioned-file.ts'
import { type Look, SHAPE_COUNT, type Surrounding } from '../context/look-around.ts'
import type { Question, ReadingScorer } from '../question.ts'
import { addMeanings } from './add-meanings.ts'
import {
  BESIDE,
  distanceFeature,
  FORM_FEATURE_COUNT,
  formFeatures,
  LIMIT_RUNS,
  OUTPUT_MEANINGS,
  OUTPUTS,
  outputOf,
} from './features.ts'

const FILE_KIND = { kind: 'DRDG', version: 4 }

/** Places of words that have a part of the hidden layer to themselves: the form itself and the words beside it. */
const PLACES = 2 * BESIDE + 1

/**
 * What a word of a shape is to the network: its row, and what it adds to the sums of its neighbours and to the hidden layer at
 * each place beside the form.
 */
type KnownLook = {
  /** The row before its negative values are set to 0. */
  readonly sums: Float64Array
  readonly row: Float64Array
  readonly toPrevious: Float64Array
  readonly toNext: Float64Array
  readonly parts: (Float64Array | undefined)[]
}

/** Frequent words that are kept between texts. */
const MOST_KNOWN = 2048

/**
 * Opens a packed network (data/reading/en-us.bin). Each surrounding is the sum of the rows of its word and shape, and of what its
 * neighbours add; the form asks for surroundings by a vector per head, which likes some distances better than others; a hidden
 * layer sees what was found, the words beside the form, and the form. The usual reading has a bonus of its own. Meanings
 * of abbreviations, suffixes and letters that are new since the training are scored by their words.
 */
export function createReadingScorer(bytes: Uint8Array): ReadingScorer {
  const [list, outputs, words, ...parts] = readSections(bytes, FILE_KIND)
  const lines = (section: Uint8Array): readonly string[] => new TextDecoder().decode(section).split('\n')
  const numbers = new Map(lines(list!).map((word, i) => [word, i + 1]))
  const outputPlaces = new Map(lines(outputs!).map((name, i) => [name, i]))
  const placesOf = new Map<string, Map<string, number | undefined>>()
  const word = openPacked(words!)
  const [shape, distance, toPrevious, toNext, form, usual, query, hidden, learned, meant, trust] = parts.map((part) =>
    openMatrix(part),
  ) as [Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix, Matrix]
  expectTrained('features of forms', form.values.length / form.columns, FORM_FEATURE_COUNT)
  const added = OUTPUTS.filter((name) => !outputPlaces.has(name))
  expectTrained(
    'readings',
    outputPlaces.size,
    outputPlaces.size + added.filter((name) => !OUTPUT_MEANINGS.has(name)).length,
  )
  for (const name of added) outputPlaces.set(name, outputPlaces.size)
  const meanings = added.map((name) => OUTPUT_MEANINGS.get(name)!)
  const output = addMeanings(learned, meanings, { numbers, rows: word, meant })
  for (const run of LIMIT_RUNS) sumRun(form, run)
  const width = word.columns
  const heads = query.columns / width
  const scale = 1 / Math.sqrt(width)
  const NOTHING = new Float64Array(width)
  // What a question needs is laid out once, because scoring takes longer to find memory than to reckon.
  const target = new Float64Array(form.columns)
  const queries = new Float64Array(query.columns)
  const seen = new Float64Array(hidden.values.length / hidden.columns)
  const layer = new Float64Array(hidden.columns)
  const looks: KnownLook[] = []
  let rows = new Float64Array(64 * width)
  const known = new Map<number, KnownLook>()
  let liked = new Int32Array(64)
  let weights = new Float64Array(64)
  return {
    score(question) {
      const { grammar, candidates, surroundings } = question
      const allowed = candidates.map((one) => findPlace(grammar, one.class))
      const usualOutput = allowed[question.usual]
      describeForm(question, usualOutput)
      seen.fill(0)
      layer.fill(0)
      describeSurroundings(surroundings)
      queries.fill(0)
      multiply(target, query, queries)
      attend(surroundings.length)
      seen.set(target, (heads + PLACES) * width)
      seen[seen.length - 1] = 1
      multiply(seen, hidden, layer)
      return allowed.map((place) => {
        if (place === undefined) return Number.NEGATIVE_INFINITY
        let logit = output.values[layer.length * output.columns + place]!
        for (let i = 0, at = place; i < layer.length; i++, at += output.columns)
          if (layer[i]! > 0) logit += layer[i]! * output.values[at]!
        return place === usualOutput ? logit + (trust.values[place] ?? 0) : logit
      })
    },
  }

  function findPlace(grammar: string, one: string): number | undefined {
    const places = placesOf.get(grammar) ?? new Map<string, number | undefined>()
    if (places.size === 0) placesOf.set(grammar, places)
    if (!places.has(one)) places.set(one, outputPlaces.get(outputOf(grammar, one)))
    return places.get(one)
  }

  function describeForm(question: Question, usualOutput: number | undefined): void {
    target.fill(0)
    for (const row of formFeatures(question)) addRow(form, row, target)
    if (usualOutput !== undefined && usualOutput < learned.columns) addRow(usual, usualOutput, target)
    for (let i = 0; i < target.length; i++) target[i] = Math.tanh(target[i]!)
  }

  /** Writes the row of each surrounding between its neighbours, and adds to the hidden layer what the words beside the form do. */
  function describeSurroundings(surroundings: readonly Surrounding[]): void {
    const count = surroundings.length
    if (count > weights.length) {
      weights = new Float64Array(2 * count)
      liked = new Int32Array(2 * count)
      rows = new Float64Array(2 * count * width)
    }
    for (let i = 0; i < count; i++) looks[i] = know(surroundings[i]!.look)
    for (let i = 0; i < count; i++) {
      const one = surroundings[i]!
      const look = looks[i]!
      writeRow(i, look, count)
      liked[i] = distanceFeature(one) * heads
      if (one.earlier || Math.abs(one.distance) > BESIDE) continue
      const part = partOf(look, one.distance + BESIDE)
      for (let j = 0; j < part.length; j++) layer[j]! += part[j]!
    }
  }

  function writeRow(i: number, { sums }: KnownLook, count: number): void {
    const from = i * width
    const left = i > 0 ? looks[i - 1]!.toNext : NOTHING
    const right = i + 1 < count ? looks[i + 1]!.toPrevious : NOTHING
    for (let j = 0; j < width; j++) rows[from + j] = Math.max(0, sums[j]! + left[j]! + right[j]!)
  }

  function partOf({ row, parts }: KnownLook, place: number): Float64Array {
    const made = parts[place]
    if (made !== undefined) return made
    const part = new Float64Array(hidden.columns)
    const from = (heads + place) * width
    for (let j = 0; j < width; j++) if (row[j] !== 0) addRow(hidden, from + j, part, row[j])
    parts[place] = part
    return part
  }

  /** What the word and the shape of a token are to the network, which is the same for each form near it. */
  function know(look: Look): KnownLook {
    if (look.made?.by === word) return look.made.as as KnownLook
    const from = look.key === '' ? 0 : (numbers.get(look.key) ?? 0)
    const as = known.get(from * SHAPE_COUNT + look.shape) ?? makeKnown(from, look.shape)
    look.made = { by: word, as }
    return as
  }

  function makeKnown(from: number, shaped: number): KnownLook {
    const sums = new Float64Array(width)
    for (let j = 0; j < width; j++)
      sums[j] = word.values[from * width + j]! * word.steps[j]! + shape.values[shaped * width + j]!
    const row = sums.map((sum) => Math.max(0, sum))
    const look: KnownLook = { sums, row, toPrevious: add(row, toPrevious), toNext: add(row, toNext), parts: [] }
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(from * SHAPE_COUNT + shaped, look)
    return look
  }

  function add(row: Float64Array, matrix: Matrix): Float64Array {
    const sums = new Float64Array(width)
    multiply(row, matrix, sums)
    return sums
  }

  /** The query that begins at `from` times the row that begins at `at`: in four sums, which do not wait for one another. */
  function dot(from: number, at: number): number {
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let j = 0; j < width; j += 4) {
      a += queries[from + j]! * rows[at + j]!
      b += queries[from + j + 1]! * rows[at + j + 1]!
      c += queries[from + j + 2]! * rows[at + j + 2]!
      d += queries[from + j + 3]! * rows[at + j + 3]!
    }
    return a + b + c + d
  }

  /** Writes the mean of the rows for each head into `seen`, weighted by how well they answer its query. */
  function attend(count: number): void {
    for (let head = 0; head < heads; head++) {
      const from = head * width
      let sum = 0
      for (let i = 0; i < count; i++) {
        const liking = distance.values[liked[i]! + head]!
        weights[i] = Math.exp(Math.min(30, scale * dot(from, i * width) + liking))
        sum += weights[i]!
      }
      for (let i = 0; i < count; i++) {
        const weight = weights[i]! / sum
        if (weight < LEAST_WEIGHT) continue
        const at = i * width
        for (let j = 0; j < width; j++) seen[from + j]! += weight * rows[at + j]!
      }
    }
  }
}

/** Less adds nothing that decides. */
const LEAST_WEIGHT = 0.002

/** Adds to each row of a run those behind it. */
function sumRun({ values, columns }: Matrix, [start, end]: readonly [number, number]): void {
  for (let at = (end - 1) * columns - 1; at >= start * columns; at--) values[at]! += values[at + columns]!
}

/** Throws if the network was trained with other grammars: its weights would be applied to the wrong features, and readings would silently get worse. */
function expectTrained(what: string, trained: number, wanted: number): void {
  if (trained === wanted) return
  throw new Error(
    `Cannot open the scorer of readings: it was trained for ${trained} ${what}, and the grammars have ${wanted}; train it again (training/reading/train.sh)`,
  )
}
