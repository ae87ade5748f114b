import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import { evaluateTrees } from './decision-trees.ts'
import { type DescribedSentence, describeSentence } from './describe-sentence.ts'
import { featuresOfGap } from './gap-features.ts'
import type { PhrasingModel } from './phrasing-model.ts'
import { isUnbreakable } from './unbreakable.ts'

/** What a reader does between a word and the next of its sentence. */
export type Gap = {
  /** Seconds at tempo 1; 0 for no pause. Absent if the mark alone decides. */
  readonly pauseSeconds?: number
  /** Log-odds of a pause; -Infinity where there must be none. */
  readonly odds: number
}

/** Marks at which a reader may go on without a pause. The others always have one. */
const LIGHT_MARKS: ReadonlySet<BoundaryMark> = new Set([',', '(', ')', '"'])
/** Pauses are not planned outside this range, in seconds. */
const SHORTEST_PAUSE = 0.08
const LONGEST_PAUSE = 0.6
/** A gap without a mark that invites a pause less than this, in log-odds, is not looked at more closely. */
const HOPELESS = -2

type Decision = {
  readonly words: readonly SpokenWord[]
  readonly sentence: DescribedSentence
  readonly model: PhrasingModel
}

/**
 * Decides where a sentence pauses besides its heavy marks: one gap a word, the last one of no meaning. Goes from left to
 * right, as each pause depends on how long ago the last one was.
 */
export function phraseSentence(words: readonly SpokenWord[], model: PhrasingModel): readonly Gap[] {
  const decision = { words, sentence: describeSentence(words, model.habits), model }
  const gaps: Gap[] = []
  let last = -1
  for (let at = 0; at < words.length; at++) {
    const gap = at === words.length - 1 ? { odds: 0 } : decideGap(decision, at, last)
    if (gap.pauseSeconds !== 0) last = at
    gaps.push(gap)
  }
  return gaps
}

function decideGap({ words, sentence, model }: Decision, at: number, last: number): Gap {
  const mark = words[at]!.boundary?.mark
  if (mark !== undefined && !LIGHT_MARKS.has(mark)) return { odds: Number.POSITIVE_INFINITY }
  if (mark === undefined) {
    if (isUnbreakable(words, at)) return { pauseSeconds: 0, odds: Number.NEGATIVE_INFINITY }
    if (sentence.inclination[at]! < HOPELESS) return { pauseSeconds: 0, odds: 4 * HOPELESS }
  }
  const features = featuresOfGap(sentence, at, last)
  const odds = evaluateTrees(model.breaks, features)
  if (odds < (mark === undefined ? model.unmarkedFrom : model.markedFrom)) return { pauseSeconds: 0, odds }
  const seconds = Math.exp(evaluateTrees(model.lengths, features))
  return { pauseSeconds: roundPause(seconds), odds }
}

/** To milliseconds, which keeps plans short. */
function roundPause(seconds: number): number {
  return Math.round(1000 * Math.min(Math.max(seconds, SHORTEST_PAUSE), LONGEST_PAUSE)) / 1000
}
