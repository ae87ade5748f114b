import type { SegmentWord } from '../../synthesis-plan.ts'
import type { WordSpan } from '../set-pauses.ts'

/** How far a stretch of words may be from its tempo before it is spoken again. */
const TOLERANCE = 0.006
/** Natural times are measured a little faster than they are, at a tempo that is exact within 0.2 %: that takes less time. */
const MEASURING_TEMPO = 1.3
const MOST_CORRECTIONS = 4

type Timed = { readonly spans: readonly WordSpan[] }
type Stretch = { readonly tempo: number; readonly first: number; readonly end: number }

export type SpeakAtTempoOptions<Speech extends Timed> = {
  /** Speaks the words, each at the rate that stands at its place. */
  readonly speak: (rates: readonly number[]) => Speech
  /** The times of the words where each is spoken at this rate. */
  readonly timeAt: (rate: number) => readonly WordSpan[]
  readonly fastestExactTempo: number
}

/**
 * Speaks words so that each stretch of equal tempo is 1 / tempo as long as it naturally is.
 *
 * A rate above `fastestExactTempo` comes out too slow by an amount that depends on the words. There the natural times
 * are measured, and the rate of each stretch is raised by what it fell short until it is right.
 */
export function speakAtTempo<Speech extends Timed>(
  words: readonly SegmentWord[],
  options: SpeakAtTempoOptions<Speech>,
): Speech {
  let rates = words.map(({ prosody }) => prosody.tempo)
  let speech = options.speak(rates)
  if (Math.max(...rates) <= options.fastestExactTempo) return speech
  const stretches = stretchesOfEqualTempo(rates)
  const measured = options.timeAt(MEASURING_TEMPO)
  const natural = stretches.map((stretch) => spokenSeconds(measured, stretch) * MEASURING_TEMPO)
  for (let correction = 0; correction < MOST_CORRECTIONS; correction++) {
    const slowness = stretches.map((stretch, i) => (spokenSeconds(speech.spans, stretch) * stretch.tempo) / natural[i]!)
    if (slowness.every((ratio) => Math.abs(ratio - 1) <= TOLERANCE)) return speech
    rates = stretches.flatMap(({ first, end }, i) => rates.slice(first, end).map((rate) => rate * slowness[i]!))
    speech = options.speak(rates)
  }
  return speech
}

function stretchesOfEqualTempo(tempos: readonly number[]): readonly Stretch[] {
  const starts = tempos.flatMap((tempo, index) => (tempo === tempos[index - 1] ? [] : [index]))
  return starts.map((first, i) => ({ tempo: tempos[first]!, first, end: starts[i + 1] ?? tempos.length }))
}

function spokenSeconds(spans: readonly WordSpan[], { first, end }: Stretch): number {
  return spans.slice(first, end).reduce((seconds, span) => seconds + span.endSeconds - span.startSeconds, 0)
}
