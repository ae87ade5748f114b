/** One paragraph's captions, and when the paragraph begins. */
export type ShiftedCaptions = { readonly captions: string; readonly startSeconds: number }

type CaptionForm = 'srt' | 'vtt'

const TIMES = /^((?:\d+:)?\d\d:\d\d[.,]\d{3}) --> ((?:\d+:)?\d\d:\d\d[.,]\d{3})(.*)$/

/** Joins captions of paragraphs as one file, each moved to where its paragraph begins. */
export function joinCaptions(parts: readonly ShiftedCaptions[], form: CaptionForm): string {
  const cues = parts.flatMap(({ captions, startSeconds }) => readCues(captions, startSeconds, form))
  const blocks = form === 'srt' ? cues.map((cue, index) => `${index + 1}\n${cue}`) : cues
  return `${form === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n\n')}\n`
}

function readCues(captions: string, startSeconds: number, form: CaptionForm): readonly string[] {
  return captions
    .replaceAll('\r', '')
    .split('\n\n')
    .flatMap((block) => {
      const lines = block.trim().split('\n')
      const timed = lines.findIndex((line) => TIMES.test(line))
      if (timed === -1) return []
      const [, from = '', to = '', rest = ''] = TIMES.exec(lines[timed]!) ?? []
      const times = `${shift(from, startSeconds, form)} --> ${shift(to, startSeconds, form)}${rest}`
      return [[times, ...lines.slice(timed + 1)].join('\n')]
    })
}

function shift(time: string, seconds: number, form: CaptionForm): string {
  const parts = time.replace(',', '.').split(':').map(Number)
  const before = parts.reduce((sum, part) => sum * 60 + part, 0)
  const ms = Math.round((before + seconds) * 1000)
  const pad = (value: number, length = 2): string => String(Math.floor(value)).padStart(length, '0')
  const clock = `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}`
  return `${clock}${form === 'srt' ? ',' : '.'}${pad(ms % 1000, 3)}`
}
