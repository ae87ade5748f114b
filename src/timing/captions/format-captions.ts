import type { SpeechTiming } from '../speech-timing.ts'
import { formatSrt } from './format-srt.ts'
import { formatVtt } from './format-vtt.ts'
import { planCues } from './plan-cues.ts'

/** Formats the captions of a speech as SubRip and as WebVTT, with the same texts and times. */
export function formatCaptions(timing: SpeechTiming): { readonly srt: string; readonly vtt: string } {
  const cues = planCues(timing)
  return { srt: formatSrt(cues), vtt: formatVtt(cues) }
}
