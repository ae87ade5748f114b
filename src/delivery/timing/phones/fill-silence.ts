import { SILENCE, type TimedPhone } from '../../../timing/phones/phone-time.ts'
import type { SpeechTiming } from '../../../timing/speech-timing.ts'

/** A sound, and the index of the caller's word that it belongs to; pauses between words have none. */
export type PlacedPhone = { readonly phone: TimedPhone; readonly word?: number }

/**
 * All sounds of a speech with the pauses between words, one after the other without a gap from the first millisecond to the last. Undefined if the timing was stored before
 * sounds were timed.
 */
export function fillSilence({ words, durationMs }: SpeechTiming): readonly PlacedPhone[] | undefined {
  const placed: PlacedPhone[] = []
  let end = 0
  const pauseUntil = (startMs: number): void => {
    if (startMs > end) placed.push({ phone: [SILENCE, end, startMs] })
  }
  for (const [word, { phones }] of words.entries()) {
    if (phones === undefined) return undefined
    for (const phone of phones) {
      const [, startMs, endMs] = phone
      // A sound of less than half a millisecond has no length here.
      if (endMs <= startMs) continue
      pauseUntil(startMs)
      placed.push({ phone, word })
      end = endMs
    }
  }
  pauseUntil(durationMs)
  return placed
}
