import type { WordSeconds } from '../word-spans/set-pauses.ts'

/** Inaudible deviation. Correcting it would cost as much as correcting an audible one. */
const TOLERANCE = 0.003

export type MeasureSlownessOptions = {
  /** Requested tempo of each word. */
  readonly tempos: readonly number[]
  /** Tempo at which words have the right length. At another tempo their length should be that one times `neutralTempo` / tempo. */
  readonly neutralTempo: number
  /** Returns the times of the words if all are spoken at this rate. */
  readonly timeAt: (rate: number) => readonly WordSeconds[]
}

/**
 * By what factor each word came out too slow. Neighbouring words of the same tempo share a factor; it is 1 if the tempo is met.
 * Flite's statistical voices speak in steps of 5 ms, with at least one step for each third of a phone. So a short word can miss
 * its tempo.
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
