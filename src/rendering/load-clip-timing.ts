import { text } from 'node:stream/consumers'
import type { BlobStore } from '../storage/blob-store.ts'
import { formatCaptions } from '../timing/format-captions.ts'
import { formatWordTiming } from '../timing/format-word-timing.ts'
import type { SpeechTiming } from '../timing/speech-timing.ts'
import { clipTimingKey } from './audio-keys.ts'

/** The forms in which callers get word times. */
export type TimingForm = 'json' | 'srt' | 'vtt'

/**
 * The word times of a COMPLETE clip, as `word-timing.json` or as captions; undefined where the clip has none: it was rendered by a
 * version that did not keep them, or is just being removed.
 */
export async function loadClipTiming(clipId: string, form: TimingForm, blobs: BlobStore): Promise<string | undefined> {
  const key = clipTimingKey(clipId)
  if ((await blobs.size(key)) === undefined) return undefined
  const timing = JSON.parse(await text(blobs.read(key))) as SpeechTiming
  return form === 'json' ? formatWordTiming(timing) : formatCaptions(timing)[form]
}
