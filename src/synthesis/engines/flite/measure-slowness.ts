import type { WordSeconds } from '../word-spans/set-pauses.ts'

/** What is not heard, and would cost as much to put right as what is. */
const TOLERANCE = 0.003

export type MeasureSlownessOptions = {
  /** Asked of each word. */
  readonly tempos: readonly number[]
  /** At which a word is as long as it should be at tempo 1, times this. */
  readonly neutralTempo: number
  /** Times of the words if all are spoken at this rate. */
  readonly timeAt: (rate: number) => readonly WordSeconds[]
}

/**
 * By what factor each word came out too slow, one factor for each stretch of words of one tempo; 1 if the tempo is met. Flite's
 * statistical voices speak in steps of 5 ms, each third of a phone for one step at least: a short word cannot come out as asked.
 */
export function measureSlowness(
  spans: readonly WordSeconds[],
  { tempos, neutralTempo, timeAt }: MeasureSlownessOptions,
): readonly number[] {
  if (tempos.every((tempo) => tempo === neutralTempo)) return tempos.map(() => 1)
  const neutral = timeAt(neutralTempo)
  const slowness: number[] = []
  while (slowness.length < tempos.length) {
    const first = slowness.length
    const tempo = tempos[first]!
    const next = tempos.findIndex((other, i) => i > first && other !== tempo)
    const stretch = [first, next < 0 ? tempos.length : next] as const
    const wanted = (spokenSeconds(neutral, stretch) * neutralTempo) / tempo
    const ratio = spokenSeconds(spans, stretch) / wanted
    while (slowness.length < stretch[1]) slowness.push(Math.abs(ratio - 1) < TOLERANCE ? 1 : ratio)
  }
  return slowness
}

function spokenSeconds(spans: readonly WordSeconds[], [first, end]: readonly [number, number]): number {
  return spans.slice(first, end).reduce((seconds, span) => seconds + span.endSeconds - span.startSeconds, 0)
}
