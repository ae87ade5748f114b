/**
 * Learns data/phrasing/en-us.json from a reader's recordings: JSON lines of `{ id, text, words: [[word, seconds], ...] }`,
 * gzipped. A tenth is held out; its sentences are written to training/phrasing/held-out.tsv, which bench/phrasing.ts reads.
 * Run: npx node training/phrasing/train.ts alignments.jsonl.gz [--lengths]
 * With `--lengths`, where she pauses stays as it is in the model, and only how long is learnt again.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { describeSentence } from '../../src/synthesis/planning/phrasing/describe-sentence.ts'
import { BREAK_FEATURES, featuresOfGap, LENGTH_FEATURES } from '../../src/synthesis/planning/phrasing/gap-features.ts'
import { createPhrasingModel, formatPhrasingModel } from '../../src/synthesis/planning/phrasing/phrasing-model.ts'
import { clusterWords } from './cluster-words.ts'
import { countHabits } from './count-habits.ts'
import { growTrees, type TrainingRows } from './grow-trees.ts'
import { formatHeldOut } from './held-out.ts'
import { BREAK_SECONDS, hashOf, isHeldOut, type ReadSentence, readRecordings, readSentences } from './read-corpus.ts'

const CLUSTERS = 40
const LEAST_OCCURRENCES = 5
/** Habits are counted without the rows that the trees learn from, in so many turns. */
const FOLDS = 5
const LONGEST_LEARNT_PAUSE = 1
/** Chances from which a gap is a pause. Unmarked: about as many as the reader makes. */
const UNMARKED_FROM = 0.21
const MARKED_FROM = 0.5

type Gap = { readonly features: Float64Array; readonly pause: number; readonly isMarked: boolean }

function describeGaps(sentences: readonly ReadSentence[], clusterOf: ReadonlyMap<string, number>): readonly Gap[] {
  const gaps: Gap[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOfFold = ({ id }: ReadSentence) => Math.floor(hashOf(id) / 16) % FOLDS === fold
    const habits = countHabits(
      sentences.filter((sentence) => !isOfFold(sentence)),
      clusterOf,
    )
    for (const { words, pauses } of sentences.filter(isOfFold)) {
      const described = describeSentence(words, habits)
      let last = -1
      for (const [at, pause] of pauses.slice(0, -1).entries()) {
        if (pause !== undefined) {
          gaps.push({
            features: featuresOfGap(described, at, last),
            pause,
            isMarked: words[at]!.boundary !== undefined,
          })
        }
        if ((pause ?? 0) >= BREAK_SECONDS) last = at
      }
    }
  }
  return gaps
}

/** Rows with the first `width` features of each gap. */
function rowsOf(gaps: readonly Gap[], width: number, target: (gap: Gap) => number): TrainingRows {
  const features = new Float64Array(gaps.length * width)
  for (const [i, gap] of gaps.entries()) features.set(gap.features.subarray(0, width), i * width)
  return { width, features, targets: Float64Array.from(gaps, target) }
}

/** The model in `before` with the lengths of `after`. */
function takeLengths(after: string, before: string): string {
  const { format, unmarkedSeconds, markedSeconds, lengths } = JSON.parse(after)
  const { breaks, ...kept } = JSON.parse(before)
  const model = { ...kept, format, unmarkedSeconds, markedSeconds, breaks, lengths }
  return `${JSON.stringify(model, undefined, 1)}\n`
}

function logOdds(chance: number): number {
  return Number(Math.log(chance / (1 - chance)).toFixed(4))
}

function log(message: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${message}\n`)
}

const [corpus, only] = process.argv.slice(2)
if (corpus === undefined) throw new Error('Cannot train: expected the path of the alignments')
const recordings = readRecordings(corpus)
const heldOut = recordings.filter(({ id }) => isHeldOut(id))
const train = readSentences(recordings.filter(({ id }) => !isHeldOut(id)))
log(`${train.length} sentences to learn from; ${heldOut.length} of ${recordings.length} recordings held out`)
const places = train.flatMap(({ words }) =>
  words.map(({ text, boundary }, i) => ({
    text,
    previous: words[i - 1]?.boundary === undefined ? words[i - 1]?.text : undefined,
    next: boundary === undefined ? words[i + 1]?.text : undefined,
  })),
)
const clusterOf = clusterWords(places, { clusters: CLUSTERS, least: LEAST_OCCURRENCES })
log(`${clusterOf.size} words in ${CLUSTERS} clusters`)
const gaps = describeGaps(train, clusterOf)
const pauses = gaps.filter(({ pause }) => pause >= BREAK_SECONDS)
log(`${gaps.length} gaps, ${pauses.length} of them pauses`)
const breaks = growTrees(
  rowsOf(gaps, BREAK_FEATURES, ({ pause }) => (pause >= BREAK_SECONDS ? 1 : 0)),
  { loss: 'logistic', trees: 120, leaves: 16, rate: 0.1, leastRows: 40 },
)
const lengths = growTrees(
  rowsOf(pauses, LENGTH_FEATURES, ({ pause }) => Math.min(pause, LONGEST_LEARNT_PAUSE)),
  { loss: 'squared', trees: 200, leaves: 16, rate: 0.04, leastRows: 25 },
)
const meanOf = (some: readonly Gap[]) =>
  Number((some.reduce((sum, { pause }) => sum + Math.min(pause, LONGEST_LEARNT_PAUSE), 0) / some.length).toFixed(3))
const habits = countHabits(train, clusterOf)
const text = formatPhrasingModel({
  habits,
  breaks,
  lengths,
  unmarkedFrom: logOdds(UNMARKED_FROM),
  markedFrom: logOdds(MARKED_FROM),
  unmarkedSeconds: meanOf(pauses.filter(({ isMarked }) => !isMarked)),
  markedSeconds: meanOf(pauses.filter(({ isMarked }) => isMarked)),
})
const root = new URL('../../', import.meta.url)
const path = new URL('data/phrasing/en-us.json', root)
const written = only === '--lengths' ? takeLengths(text, readFileSync(path, 'utf8')) : text
createPhrasingModel(written, { tightGaps: () => () => 0 })
writeFileSync(path, written)
writeFileSync(new URL('training/phrasing/held-out.tsv', root), formatHeldOut(heldOut))
log(`data/phrasing/en-us.json: ${written.length} bytes`)
