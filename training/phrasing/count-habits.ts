import {
  type BreakHabits,
  classCount,
  edgeClass,
  pairKey,
  tripleKey,
  type WordHabit,
} from '../../src/synthesis/planning/phrasing/break-habits.ts'
import { classesAround, classOfWord } from '../../src/synthesis/planning/phrasing/describe-sentence.ts'
import { BREAK_SECONDS, type ReadSentence } from './read-corpus.ts'

/** Gaps of a kind, and how many of them are pauses. */
type Tally = { gaps: number; breaks: number }

/** How many average gaps are mixed in against chance. */
const SMOOTHING = { cluster: 30, pair: 30 }
/** What is seen less often says no more than its class. */
const WORDS = { least: 8, smoothing: 15 }
const TRIPLES = { least: 15, smoothing: 20 }

class Tallies<Key> {
  readonly all = new Map<Key, Tally>()

  add(key: Key, isBreak: boolean): void {
    const tally = this.all.get(key) ?? { gaps: 0, breaks: 0 }
    tally.gaps++
    if (isBreak) tally.breaks++
    this.all.set(key, tally)
  }

  /** The rate of breaks, drawn towards `prior`. */
  rate(key: Key, prior: number, smoothing: number): number {
    const { gaps, breaks } = this.all.get(key) ?? { gaps: 0, breaks: 0 }
    return (breaks + smoothing * prior) / (gaps + smoothing)
  }
}

/** The habits of a reader at gaps without punctuation. */
export function countHabits(sentences: readonly ReadSentence[], clusterOf: ReadonlyMap<string, number>): BreakHabits {
  const clusters = Math.max(...clusterOf.values()) + 1
  const blank = { after: 0, before: 0 }
  const words = new Map([...clusterOf].map(([word, cluster]) => [word, { cluster, ...blank }]))
  const empty: BreakHabits = {
    clusters,
    words,
    after: [],
    before: [],
    between: [],
    leftOf: new Map(),
    rightOf: new Map(),
  }
  return rateGaps(tallyGaps(sentences, empty), empty)
}

type GapTallies = ReturnType<typeof tallyGaps>

function tallyGaps(sentences: readonly ReadSentence[], habits: BreakHabits) {
  const tallies = {
    all: new Tallies<string>(),
    wordBefore: new Tallies<string>(),
    wordAfter: new Tallies<string>(),
    before: new Tallies<number>(),
    after: new Tallies<number>(),
    between: new Tallies<number>(),
    leftOf: new Tallies<number>(),
    rightOf: new Tallies<number>(),
  }
  const { clusters } = habits
  for (const { words, pauses } of sentences) {
    const classes = words.map((word, i) => classOfWord(word, i === 0, habits))
    for (let i = 0; i < words.length - 1; i++) {
      const pause = pauses[i]
      if (words[i]!.boundary !== undefined || pause === undefined) continue
      const isBreak = pause >= BREAK_SECONDS
      const [a, b, c, d] = classesAround(i, words, (index) => classes[index]!, edgeClass(clusters))
      tallies.all.add('', isBreak)
      tallies.wordAfter.add(words[i]!.text, isBreak)
      tallies.wordBefore.add(words[i + 1]!.text, isBreak)
      tallies.after.add(b, isBreak)
      tallies.before.add(c, isBreak)
      tallies.between.add(pairKey(b, c, clusters), isBreak)
      tallies.leftOf.add(tripleKey([a, b, c], clusters), isBreak)
      tallies.rightOf.add(tripleKey([b, c, d], clusters), isBreak)
    }
  }
  return tallies
}

function rateGaps(tallies: GapTallies, { clusters, words }: BreakHabits): BreakHabits {
  const classes = Array.from({ length: classCount(clusters) }, (_, i) => i)
  const average = tallies.all.rate('', 0, 0)
  const base = logOdds(average)
  const rateAfter = (cluster: number) => tallies.after.rate(cluster, average, SMOOTHING.cluster)
  const rateBefore = (cluster: number) => tallies.before.rate(cluster, average, SMOOTHING.cluster)
  const pairRates = classes.flatMap((left) =>
    classes.map((right) => {
      const expected = chance(logOdds(rateAfter(left)) + logOdds(rateBefore(right)) - base)
      return tallies.between.rate(pairKey(left, right, clusters), expected, SMOOTHING.pair)
    }),
  )
  const habitOf = (word: string, { cluster }: WordHabit): WordHabit => ({
    cluster,
    after: deviation(tallies.wordAfter, word, { expected: rateAfter(cluster), ...WORDS }),
    before: deviation(tallies.wordBefore, word, { expected: rateBefore(cluster), ...WORDS }),
  })
  const sortedWords = [...words].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    clusters,
    words: new Map(sortedWords.map(([word, habit]) => [word, habitOf(word, habit)])),
    after: classes.map((cluster) => hundredths(logOdds(rateAfter(cluster)) - base)),
    before: classes.map((cluster) => hundredths(logOdds(rateBefore(cluster)) - base)),
    between: pairRates.map((rate) => hundredths(logOdds(rate) - base)),
    leftOf: rateTriples(tallies.leftOf, (key) => pairRates[key % classCount(clusters) ** 2]!),
    rightOf: rateTriples(tallies.rightOf, (key) => pairRates[Math.floor(key / classCount(clusters))]!),
  }
}

/** How much each triple that is frequent enough differs from its pair. */
function rateTriples(tallies: Tallies<number>, rateOfPair: (key: number) => number): ReadonlyMap<number, number> {
  const keys = [...tallies.all].filter(([, { gaps }]) => gaps >= TRIPLES.least).map(([key]) => key)
  const sorted = keys.sort((a, b) => a - b)
  return new Map(sorted.map((key) => [key, deviation(tallies, key, { expected: rateOfPair(key), ...TRIPLES })]))
}

type DeviationOptions = { readonly expected: number; readonly least: number; readonly smoothing: number }

/** How much the odds of a break differ from those expected; 0 for what is seen too rarely. */
function deviation<Key>(tallies: Tallies<Key>, key: Key, { expected, least, smoothing }: DeviationOptions): number {
  if ((tallies.all.get(key)?.gaps ?? 0) < least) return 0
  return hundredths(logOdds(tallies.rate(key, expected, smoothing)) - logOdds(expected))
}

function logOdds(rate: number): number {
  return Math.log(rate / (1 - rate))
}

function chance(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}

/** What the model's file keeps. */
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
