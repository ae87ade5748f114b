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

/** Log-odds of being tight from which a gap without a mark has no pause. */
export const TIGHT_FROM = -0.75
/** A pause without a mark waits if one of the next gaps has higher log-odds, by at least this much. */
const NEXT_GAPS = 2
const CLEARLY_BETTER = 0.3
/** A longer stretch of words gets a pause where its grammar best allows one. */
const LONGEST_STRETCH = 16
/** Log-odds of being tight from which a gap has no such pause. */
const TIGHT_FROM_IN_STRETCH = 0
/** Least words on both sides of such a pause, and least log-odds. */
const LEAST_PART = 4
const LEAST_ODDS = -3
/** What the log-odds of being tight count there, beside those of a pause. */
const TIGHT_SHARE = 1 / 3

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
  /** Log-odds that nobody would pause after a word. */
  readonly tightness: (at: number) => number
  /** Log-odds of a pause after a word, as the model last gave them, and the pause before it that they are for. */
  readonly known: Map<number, { readonly last: number; readonly odds: number }>
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
  const decision = {
    words,
    sentence,
    tightness: remember(options.model.tightGaps(words, options.tagged)),
    known: new Map(),
    heard,
    ...options,
  }
  const gaps: Gap[] = []
  let last = -1
  for (const at of words.keys()) {
    gaps.push(decideGap(decision, at, last))
    if (gaps[at]!.pauseSeconds === 0) continue
    breakStretch(decision, gaps, { last, at })
    last = at
  }
  return words.map((word, at) => ({ ...word, gap: gaps[at]! }))
}

/** The words from the one after `last` to `at`. */
type Stretch = { readonly last: number; readonly at: number }

/** Plans pauses in a stretch of words that is too long for one breath. */
function breakStretch(decision: Decision, gaps: Gap[], { last, at }: Stretch): void {
  if (at - last <= LONGEST_STRETCH) return
  const best = findBestGap(decision, { last, at })
  if (best === undefined) return
  const { unmarkedFrom: odds } = decision.model
  gaps[best] = { pauseSeconds: drawPause(decision, { last, at: best }), odds }
  breakStretch(decision, gaps, { last, at: best })
  breakStretch(decision, gaps, { last: best, at })
}

function findBestGap(decision: Decision, { last, at }: Stretch): number | undefined {
  let best: number | undefined
  let most = LEAST_ODDS
  for (let gap = last + LEAST_PART; gap <= at - LEAST_PART; gap++) {
    const odds = oddsAt(decision, { last, at: gap }, TIGHT_FROM_IN_STRETCH) - TIGHT_SHARE * decision.tightness(gap)
    if (odds <= most) continue
    most = odds
    best = gap
  }
  return best
}

function decideGap(decision: Decision, at: number, last: number): Gap {
  const { words, sentence, heard, model } = decision
  const { boundary } = words[at]!
  if (isSettled(words, at)) return { odds: Number.POSITIVE_INFINITY }
  if (boundary === undefined && sentence.inclination[at]! < HOPELESS) return { pauseSeconds: 0, odds: 4 * HOPELESS }
  const odds = oddsAt(decision, { last, at })
  const isPause =
    boundary === undefined
      ? odds >= model.unmarkedFrom && !isBetterSoon(decision, { last, at }, odds)
      : words.length < LEAST_CROWDED || heard.has(at) || isShaped(words[at]!) || odds >= model.markedFrom
  return { pauseSeconds: isPause ? drawPause(decision, { last, at }) : 0, odds }
}

/** True if one of the next gaps is a clearly better place for a pause. */
function isBetterSoon(decision: Decision, { last, at }: Stretch, odds: number): boolean {
  const { words } = decision
  for (let next = at + 1; next <= at + NEXT_GAPS && !isSettled(words, next); next++) {
    if (oddsAt(decision, { last, at: next }) > odds + CLEARLY_BETTER) return true
  }
  return false
}

/** Log-odds of a pause after a word; -Infinity if the gap is tight and has no mark. */
function oddsAt(decision: Decision, { last, at }: Stretch, tightFrom = TIGHT_FROM): number {
  const { words, sentence, tightness, known, model, draw, movesBreaks } = decision
  if (words[at]!.boundary === undefined && tightness(at) > tightFrom) return Number.NEGATIVE_INFINITY
  const before = known.get(at)
  if (before?.last === last) return before.odds
  const odds = model.breaks(featuresOfGap(sentence, at, last)) + (movesBreaks ? DRAWN_ODDS * draw('breath', at) : 0)
  known.set(at, { last, odds })
  return odds
}

/** The same function, which computes each value once. */
function remember(compute: (at: number) => number): (at: number) => number {
  const known: number[] = []
  return (at) => (known[at] ??= compute(at))
}

/** Seconds of a pause: what the model expects at this place, and a draw. */
function drawPause({ words, sentence, model, draw }: Decision, { last, at }: Stretch): number {
  const isMarked = words[at]!.boundary !== undefined
  const mean = isMarked ? model.markedSeconds : model.unmarkedSeconds
  const expected = model.lengths(featuresOfGap(sentence, at, last))
  const drawn = (isMarked ? DRAWN_AT_MARK : DRAWN_WITHOUT_MARK) * draw('pause', at)
  return clampPause(mean + LENGTH_SPREAD * (expected - mean) + drawn, PAUSE_RANGE)
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
