import { formatClock } from './format-clock.ts'
import type { Cue } from './make-cue.ts'

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Formats captions as a WebVTT file (W3C). Text that would be parsed as markup is escaped. */
export function formatVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ startMs, endMs, lines }) => {
    const text = lines.join('\n').replace(/[&<>]/g, (char) => ESCAPES[char]!)
    return `${formatClock(startMs)} --> ${formatClock(endMs)}\n${text}\n`
  })
  return ['WEBVTT\n', ...blocks].join('\n')
}
