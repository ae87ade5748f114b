import { formatClock } from './format-clock.ts'
import type { Cue } from './plan-cues.ts'

/** Captions as a SubRip file. */
export function formatSrt(cues: readonly Cue[]): string {
  return cues
    .map(
      ({ startMs, endMs, lines }, i) =>
        `${i + 1}\n${formatSrtClock(startMs)} --> ${formatSrtClock(endMs)}\n${lines.join('\n')}\n`,
    )
    .join('\n')
}

function formatSrtClock(milliseconds: number): string {
  return formatClock(milliseconds).replace('.', ',')
}
