import { declaim } from '../service.ts'
import { joinCaptions } from './shift-captions.ts'

export type CaptionForm = 'srt' | 'vtt' | 'json'

/** The clips of a script's paragraphs, in order, and the seconds of silence between them. */
type ClipRow = { readonly clipIds: readonly string[]; readonly pauses: readonly number[] }

/** The word times of a clip. Offsets are seconds as text, such as `1.2s`. */
type Timing = { readonly results: readonly TimedResult[] }
type TimedResult = {
  readonly alternatives: readonly { readonly words: readonly TimedWord[] }[]
  readonly resultEndOffset: string
}
type TimedWord = { readonly startOffset?: string; readonly endOffset: string }

/** Captions of a whole script, as subtitles or as the times of its words. */
export async function captionScript({ clipIds, pauses }: ClipRow, form: CaptionForm): Promise<string> {
  const captions: { captions: string; startSeconds: number }[] = []
  const results: TimedResult[] = []
  let startSeconds = 0
  for (const [index, id] of clipIds.entries()) {
    const timing = (await declaim.clips.timing(id)) as Timing
    if (form === 'json') results.push(...timing.results.map((result) => shiftResult(result, startSeconds)))
    else captions.push({ captions: await declaim.clips[form](id), startSeconds })
    startSeconds += Number.parseFloat(timing.results.at(-1)?.resultEndOffset ?? '0') + (pauses[index] ?? 0)
  }
  return form === 'json' ? JSON.stringify({ results }, undefined, 2) : joinCaptions(captions, form)
}

function shiftResult(result: TimedResult, seconds: number): TimedResult {
  const shift = (offset = '0s') => `${(Number.parseFloat(offset) + seconds).toFixed(3)}s`
  return {
    ...result,
    alternatives: result.alternatives.map((alternative) => ({
      ...alternative,
      words: alternative.words.map((word) => ({
        ...word,
        startOffset: shift(word.startOffset),
        endOffset: shift(word.endOffset),
      })),
    })),
    resultEndOffset: shift(result.resultEndOffset),
  }
}
