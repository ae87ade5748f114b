import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import { type DescribedSentence, describeSentence } from './describe-sentence.ts'
import { findSeries } from './find-series.ts'
import { featuresOfGap } from './gap-features.ts'
import type { PhrasingModel } from './phrasing-model.ts'
import { isUnbreakable } from './unbreakable.ts'

/** What happens between a word and the next one of its sentence. */
export type Gap = {
  /** Seconds at tempo 1; 0 for no pause. Absent if the pause table decides by the mark. */
  readonly pauseSeconds?: number
  /** Log-odds of a pause; -Infinity where there must be none. */
  readonly odds: number
}

export type PhrasedWord = SpokenWord & { readonly gap: Gap }

/** Marks at which a reader may go on without a pause. The others always have one. */
const LIGHT_MARKS: ReadonlySet<BoundaryMark> = new Set([',', '(', ')', '"'])
/** Pauses are not planned outside this range, in seconds. */
const SHORTEST_PAUSE = 0.08
const LONGEST_PAUSE = 0.6
/** A gap without a mark that invites a pause less than this, in log-odds, is not looked at more closely. */
const HOPELESS = -2

/** Words: the recordings have few sentences that are shorter, and there each mark is heard. */
const LEAST_CROWDED = 8

type Decision = {
  readonly words: readonly SpokenWord[]
  readonly sentence: DescribedSentence
  readonly series: ReadonlySet<number>
  readonly model: PhrasingModel
}

/**
 * Decides where a sentence pauses besides the pauses that its marks and its caller ask for. Goes from left to right,
 * because each pause depends on how long ago the last one was.
 */
export function phraseSentence(words: readonly SpokenWord[], model: PhrasingModel): readonly PhrasedWord[] {
  const decision = { words, sentence: describeSentence(words, model.habits), series: findSeries(words), model }
  let last = -1
  return words.map((word, at) => {
    const gap = decideGap(decision, at, last)
    if (gap.pauseSeconds !== 0) last = at
    return { ...word, gap }
  })
}

function decideGap({ words, sentence, series, model }: Decision, at: number, last: number): Gap {
  const { boundary } = words[at]!
  if (isSettled(words, at)) return { odds: Number.POSITIVE_INFINITY }
  if (boundary === undefined) {
    if (isUnbreakable(words, at)) return { pauseSeconds: 0, odds: Number.NEGATIVE_INFINITY }
    if (sentence.inclination[at]! < HOPELESS) return { pauseSeconds: 0, odds: 4 * HOPELESS }
  }
  const features = featuresOfGap(sentence, at, last)
  const odds = model.breaks(features)
  const isHeard = words.length < LEAST_CROWDED || series.has(at) || isShaped(words[at]!)
  if ((boundary === undefined || !isHeard) && odds < (boundary === undefined ? model.unmarkedFrom : model.markedFrom)) {
    return { pauseSeconds: 0, odds }
  }
  return { pauseSeconds: roundPause(Math.exp(model.lengths(features))), odds }
}

/** Whether the pause table decides: at sentence ends and heavy marks, beside a break in seconds, and inside a written word. */
function isSettled(words: readonly SpokenWord[], at: number): boolean {
  const { boundary, source } = words[at]!
  const next = words[at + 1]
  if (next === undefined) return true
  if (boundary === undefined) return false
  return boundary.seconds !== undefined || next.source === source || !LIGHT_MARKS.has(boundary.mark)
}

/** Whether tags around the mark alone shape its pause, which is then never left out. */
function isShaped({ boundary, delivery }: SpokenWord): boolean {
  if (boundary === undefined) return false
  const { tempo, loudness } = boundary.delivery
  return tempo !== delivery.tempo || loudness !== delivery.loudness
}

/** To milliseconds, which keeps plans short. */
function roundPause(seconds: number): number {
  return Math.round(1000 * Math.min(Math.max(seconds, SHORTEST_PAUSE), LONGEST_PAUSE)) / 1000
}
