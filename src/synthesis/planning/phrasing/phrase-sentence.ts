import type { BoundaryMark } from '../../../text/normalization/normalized-text.ts'
import type { TaggedSentence } from '../../../text/tagging/tagger.ts'
import type { SpokenWord } from '../../../text/utterance.ts'
import type { Draw } from '../draws.ts'
import { clampPause } from '../pause-table.ts'
import { type DescribedSentence, describeSentence } from './describe-sentence.ts'
import { findRelatives } from './find-relatives.ts'
import { findSeries } from './find-series.ts'
import { featuresOfGap } from './gap-features.ts'
import type { PhrasingModel } from './phrasing-model.ts'

/** The gap between a word and the next one of its sentence. */
export type Gap = {
  /** Seconds at tempo 1; 0 for no pause. Absent if the pause table decides by the mark. */
  readonly pauseSeconds?: number
  /** Log-odds of a pause; -Infinity if there must be none. */
  readonly odds: number
}

export type PhrasedWord = SpokenWord & { readonly gap: Gap }

/** Marks at which a reader may continue without a pause. All other marks always have one. */
const LIGHT_MARKS: ReadonlySet<BoundaryMark> = new Set([',', '(', ')', '"'])
/** Planned pauses are clamped to this range, in seconds. */
const PAUSE_RANGE = { least: 0.08, most: 0.6 }
/** A gap without a mark is not examined further if its log-odds of a pause are below this. */
const HOPELESS = -2

/**
 * How far the lengths that the model expects are spread around their mean. The model explains a part of what the reader does, and
 * its expectations vary a third as much as her pauses.
 */
const LENGTH_SPREAD = 2.6
/** Standard deviation in seconds of what is drawn beside them. With it the pauses vary as hers, and agree with her own (docs/phrasing.md). */
const DRAWN_AT_MARK = 0.05
const DRAWN_WITHOUT_MARK = 0.03
/** Log-odds by which another reading of the same words is inclined to other pauses, as a standard deviation. */
const DRAWN_ODDS = 0.7

/** Sentences with fewer words pause at every mark: the recordings have few sentences that short. */
const LEAST_CROWDED = 8

type Decision = {
  readonly words: readonly SpokenWord[]
  readonly sentence: DescribedSentence
  /** Whether nobody would pause after a word. */
  readonly isTight: (at: number) => boolean
  /** Indexes of words after which a comma is always heard. */
  readonly heard: ReadonlySet<number>
  readonly model: PhrasingModel
  readonly draw: Draw
  readonly movesBreaks: boolean
}

export type PhrasingOptions = {
  readonly model: PhrasingModel
  readonly draw: Draw
  /** Whether the draws also move pauses: for another reading than the default one. */
  readonly movesBreaks: boolean
  /** The parts of speech of the words, if they are known. */
  readonly tagged?: TaggedSentence | undefined
}

/**
 * Decides where a sentence pauses, beyond the pauses that its marks and its caller request. Works from left to right, because
 * each pause depends on how long ago the last one was.
 */
export function phraseSentence(words: readonly SpokenWord[], options: PhrasingOptions): readonly PhrasedWord[] {
  const heard = new Set([...findSeries(words), ...findRelatives(words)])
  const sentence = describeSentence(words, options.model.habits)
  const decision = { words, sentence, isTight: options.model.tightGaps(words, options.tagged), heard, ...options }
  let last = -1
  return words.map((word, at) => {
    const gap = decideGap(decision, at, last)
    if (gap.pauseSeconds !== 0) last = at
    return { ...word, gap }
  })
}

function decideGap(decision: Decision, at: number, last: number): Gap {
  const { words, sentence, isTight, heard, model, draw, movesBreaks } = decision
  const { boundary } = words[at]!
  if (isSettled(words, at)) return { odds: Number.POSITIVE_INFINITY }
  if (boundary === undefined) {
    if (sentence.inclination[at]! < HOPELESS) return { pauseSeconds: 0, odds: 4 * HOPELESS }
    if (isTight(at)) return { pauseSeconds: 0, odds: Number.NEGATIVE_INFINITY }
  }
  const features = featuresOfGap(sentence, at, last)
  const odds = model.breaks(features) + (movesBreaks ? DRAWN_ODDS * draw('breath', at) : 0)
  const isHeard = words.length < LEAST_CROWDED || heard.has(at) || isShaped(words[at]!)
  if ((boundary === undefined || !isHeard) && odds < (boundary === undefined ? model.unmarkedFrom : model.markedFrom)) {
    return { pauseSeconds: 0, odds }
  }
  return { pauseSeconds: drawPause(features, boundary !== undefined, decision, at), odds }
}

/** Seconds of a pause: what the model expects at this place, and a draw. */
function drawPause(features: Float64Array, isMarked: boolean, { model, draw }: Decision, at: number): number {
  const mean = isMarked ? model.markedSeconds : model.unmarkedSeconds
  const drawn = (isMarked ? DRAWN_AT_MARK : DRAWN_WITHOUT_MARK) * draw('pause', at)
  return clampPause(mean + LENGTH_SPREAD * (model.lengths(features) - mean) + drawn, PAUSE_RANGE)
}

/** True if the pause table decides: at sentence ends and heavy marks, at a break in seconds, and inside a written word. */
function isSettled(words: readonly SpokenWord[], at: number): boolean {
  const { boundary, source } = words[at]!
  const next = words[at + 1]
  if (next === undefined) return true
  if (boundary === undefined) return false
  return boundary.seconds !== undefined || next.source === source || !LIGHT_MARKS.has(boundary.mark)
}

/** True if tags apply to the mark but not to the word before it. Such a pause is never left out. */
function isShaped({ boundary, delivery }: SpokenWord): boolean {
  if (boundary === undefined) return false
  const { tempo, loudness } = boundary.delivery
  return tempo !== delivery.tempo || loudness !== delivery.loudness
}
