import { BLEND_SHAPES } from '../../../text/visemes.ts'
import type { SpeechTiming } from '../../../timing/speech-timing.ts'
import { describePhone } from './describe-phone.ts'
import { fillSilence } from './fill-silence.ts'

/**
 * Formats the file `phones.json`: every sound and pause in order, without gaps, with its visemes, and the blend shapes of ARKit for each viseme that occurs. Undefined
 * if the timing was stored before sounds were timed.
 */
export function formatPhones(timing: SpeechTiming): string | undefined {
  const { languageCode, confidence, durationMs } = timing
  const phones = fillSilence(timing)?.map(({ phone, word }) => ({
    ...describePhone(phone, languageCode),
    ...(word !== undefined && { word }),
  }))
  if (phones === undefined) return undefined
  const shown = [...new Set(phones.map(({ oculus }) => oculus))].sort()
  const content = {
    language_code: languageCode,
    confidence,
    duration_ms: durationMs,
    phones,
    arkit: Object.fromEntries(shown.map((viseme) => [viseme, BLEND_SHAPES[viseme]])),
  }
  return `${JSON.stringify(content, undefined, 2)}\n`
}
