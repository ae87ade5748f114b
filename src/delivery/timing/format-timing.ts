import { formatCaptions } from '../../timing/captions/format-captions.ts'
import { formatWordTiming } from '../../timing/format-word-timing.ts'
import type { SpeechTiming } from '../../timing/speech-timing.ts'

/** The forms in which callers get word times. */
export type TimingForm = 'json' | 'srt' | 'vtt'

/** The media type of each form. */
export const TIMING_TYPES: Readonly<Record<TimingForm, string>> = {
  json: 'application/json; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** Word times as `word-timing.json` or as captions. */
export function formatTiming(timing: SpeechTiming, form: TimingForm): string {
  return form === 'json' ? formatWordTiming(timing) : formatCaptions(timing)[form]
}
