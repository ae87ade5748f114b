import { type ScriptLine, tidy } from './blocks.ts'

type Cue = { readonly start: number; readonly end: number; readonly text: string }

const TIMES = /^((?:\d+:)?\d\d:\d\d[.,]\d{1,3})\s+-->\s+((?:\d+:)?\d\d:\d\d[.,]\d{1,3})/
/** Seconds between two cues that divide paragraphs, if no sentence has ended. */
const LONG_GAP = 2
const LONGEST_PAUSE = 10

/** Reads SubRip or WebVTT as paragraphs of whole sentences. With `keepsTimes`, the silence between them becomes their pauses. */
export function readCues(content: string, { keepsTimes }: { readonly keepsTimes: boolean }): readonly ScriptLine[] {
  const cues = parseCues(content)
  const lines: ScriptLine[] = []
  let text = ''
  for (const [index, cue] of cues.entries()) {
    text = tidy(`${text} ${cue.text}`)
    const next = cues[index + 1]
    const gap = next === undefined ? 0 : next.start - cue.end
    if (next !== undefined && gap < LONG_GAP && !/[.!?…]["'”’)\]]*$/.test(text)) continue
    const pause = Math.round(Math.min(LONGEST_PAUSE, Math.max(0, gap)) * 10) / 10
    if (text !== '') lines.push({ text, ...(keepsTimes && next !== undefined && { pause }) })
    text = ''
  }
  return lines
}

function parseCues(content: string): readonly Cue[] {
  return content
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const lines = block.split('\n')
      const timed = lines.findIndex((line) => TIMES.test(line.trim()))
      if (timed === -1) return []
      const [, start = '', end = ''] = TIMES.exec(lines[timed]!.trim())!
      // Tags of voices and styles, and the braces of SubStation.
      const text = lines
        .slice(timed + 1)
        .join(' ')
        .replaceAll(/<[^>]*>|\{\\[^}]*\}/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .replaceAll(/^-\s*/g, '')
      return [{ start: toSeconds(start), end: toSeconds(end), text }]
    })
}

function toSeconds(clock: string): number {
  return clock
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}
