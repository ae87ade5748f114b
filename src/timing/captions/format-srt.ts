import { formatClock } from './format-clock.ts'
import type { Cue } from './make-cue.ts'

/** Word joiner: invisible, and prevents players from parsing the text as a tag. SubRip has no escapes. */
const JOINER = '\u2060'
/** `<b>`, the arrow between two times, and `{\an8}` as in Advanced SubStation, which many players apply in SubRip too. */
const TAG_START = /<(?=[A-Za-z/!])|\{(?=\\)|--(?=>)/g

/** Formats captions as a SubRip file. Text that players would parse as a tag or as times is neutralised. */
export function formatSrt(cues: readonly Cue[]): string {
  return cues
    .map(({ startMs, endMs, lines }, i) => {
      const text = lines.join('\n').replace(TAG_START, (sign) => sign + JOINER)
      return `${i + 1}\n${formatSrtClock(startMs)} --> ${formatSrtClock(endMs)}\n${text}\n`
    })
    .join('\n')
}

function formatSrtClock(milliseconds: number): string {
  return formatClock(milliseconds).replace('.', ',')
}
