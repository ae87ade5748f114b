import type { Tagger } from '../../../text/tagging/tagger.ts'
import { type BreakHabits, classCount, type WordHabit } from './break-habits.ts'
import { createTreeScorer, type DecisionTrees, type TreeScorer } from './decision-trees.ts'

/** Predicts whether a reader pauses and for how long. Learnt from recordings; see docs/phrasing.md. */
export type PhrasingModel = {
  readonly habits: BreakHabits
  /** Finds the gaps that no reader breaks. */
  readonly tightGaps: Tagger['tightGaps']
  /** Log-odds of a pause in a gap. */
  readonly breaks: TreeScorer
  /** Seconds of the pause. */
  readonly lengths: TreeScorer
  /** Minimum log-odds for a pause: in a gap without punctuation, and at a mark. */
  readonly unmarkedFrom: number
  readonly markedFrom: number
  /** Mean seconds of the reader's pauses: in a gap without punctuation, and at a mark. */
  readonly unmarkedSeconds: number
  readonly markedSeconds: number
}

/** A model as the training produces it. */
export type LearntPhrasing = Omit<PhrasingModel, 'breaks' | 'lengths' | 'tightGaps'> & {
  readonly breaks: DecisionTrees
  readonly lengths: DecisionTrees
}

/** Fields of the file. Lists of numbers are strings, separated by spaces. Log-odds are in hundredths. */
type PhrasingFile = {
  readonly format: 2
  readonly unmarkedFrom: number
  readonly markedFrom: number
  readonly unmarkedSeconds: number
  readonly markedSeconds: number
  readonly clusters: number
  /** `word cluster after before` for each word. */
  readonly words: string
  readonly after: string
  readonly before: string
  readonly between: string
  /** `key value` for each triple. */
  readonly leftOf: string
  readonly rightOf: string
  readonly breaks: TreesFile
  readonly lengths: TreesFile
}

/** Trees in prefix order: a feature and a threshold before the two branches, or -1 and the value of a leaf. */
type TreesFile = { readonly base: number; readonly nodes: string }

/** Parses the text of a phrasing model. Throws if it is not one. */
export function createPhrasingModel(text: string, { tightGaps }: Pick<Tagger, 'tightGaps'>): PhrasingModel {
  const file = JSON.parse(text) as PhrasingFile
  if (file.format !== 2)
    throw new Error('Cannot read the phrasing model: its format is of another release; install the release again')
  const { clusters, unmarkedFrom, markedFrom, unmarkedSeconds, markedSeconds } = file
  const habits: BreakHabits = {
    clusters,
    words: readWords(file.words),
    after: readHundredths(file.after),
    before: readHundredths(file.before),
    between: readHundredths(file.between),
    leftOf: readPairs(file.leftOf),
    rightOf: readPairs(file.rightOf),
  }
  if (habits.between.length !== classCount(clusters) ** 2)
    throw new Error('Cannot read the phrasing model: the file is cut off; install the release again')
  const [breaks, lengths] = [readTrees(file.breaks), readTrees(file.lengths)]
  return {
    habits,
    tightGaps,
    unmarkedFrom,
    markedFrom,
    unmarkedSeconds,
    markedSeconds,
    breaks: createTreeScorer(breaks),
    lengths: createTreeScorer(lengths),
  }
}

/** Formats a model as text for `createPhrasingModel`. Values are rounded to the precision of the file. */
export function formatPhrasingModel(model: LearntPhrasing): string {
  const { habits, unmarkedFrom, markedFrom, unmarkedSeconds, markedSeconds } = model
  const words = [...habits.words].map(([text, { cluster, after, before }]) =>
    [text, cluster, toHundredths(after), toHundredths(before)].join(' '),
  )
  const pairs = (map: ReadonlyMap<number, number>) =>
    [...map].map(([key, value]) => `${key} ${toHundredths(value)}`).join(' ')
  const file: PhrasingFile = {
    format: 2,
    unmarkedFrom,
    markedFrom,
    unmarkedSeconds,
    markedSeconds,
    clusters: habits.clusters,
    words: words.join(' '),
    after: habits.after.map(toHundredths).join(' '),
    before: habits.before.map(toHundredths).join(' '),
    between: habits.between.map(toHundredths).join(' '),
    leftOf: pairs(habits.leftOf),
    rightOf: pairs(habits.rightOf),
    breaks: writeTrees(model.breaks),
    lengths: writeTrees(model.lengths),
  }
  return `${JSON.stringify(file, undefined, 1)}\n`
}

function toHundredths(value: number): number {
  return Math.round(value * 100)
}

function readHundredths(text: string): readonly number[] {
  return text.split(' ').map((value) => Number(value) / 100)
}

function readWords(text: string): ReadonlyMap<string, WordHabit> {
  const parts = text.split(' ')
  const words = new Map<string, WordHabit>()
  for (let i = 0; i + 3 < parts.length; i += 4) {
    const [word, cluster, after, before] = parts.slice(i, i + 4)
    words.set(word!, { cluster: Number(cluster), after: Number(after) / 100, before: Number(before) / 100 })
  }
  return words
}

function readPairs(text: string): ReadonlyMap<number, number> {
  const parts = text.split(' ').map(Number)
  const pairs = new Map<number, number>()
  for (let i = 0; i + 1 < parts.length; i += 2) pairs.set(parts[i]!, parts[i + 1]! / 100)
  return pairs
}

function readTrees({ base, nodes }: TreesFile): DecisionTrees {
  const parts = nodes.split(' ').map(Number)
  return {
    base,
    feature: Int16Array.from(parts.filter((_, i) => i % 2 === 0)),
    threshold: Float64Array.from(parts.filter((_, i) => i % 2 === 1)),
  }
}

function writeTrees({ base, feature, threshold }: DecisionTrees): TreesFile {
  const nodes = Array.from(feature, (number, i) => `${number} ${roundTo(threshold[i]!, number < 0 ? 5 : 3)}`)
  return { base: roundTo(base, 4), nodes: nodes.join(' ') }
}

function roundTo(value: number, digits: number): number {
  return Number(value.toFixed(digits))
}
