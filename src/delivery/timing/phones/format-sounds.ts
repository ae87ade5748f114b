import type { SpeechTiming } from '../../../timing/speech-timing.ts'
import { formatPhones } from './format-phones.ts'
import { formatSpeechMarks, type MarkedText } from './format-speech-marks.ts'

/** The forms in which callers get the times of sounds. */
export type SoundsForm = 'phones' | 'speech-marks'

/** The media type of each form. */
export const SOUNDS_TYPES: Readonly<Record<SoundsForm, string>> = {
  phones: 'application/json; charset=utf-8',
  'speech-marks': 'application/x-json-stream; charset=utf-8',
}

/** The times of sounds. `source` is the caller's text, if it is known. Undefined if the timing was stored before sounds were timed. */
export function formatSounds(timing: SpeechTiming, form: SoundsForm, source?: MarkedText): string | undefined {
  return form === 'phones' ? formatPhones(timing) : formatSpeechMarks(timing, source)
}
