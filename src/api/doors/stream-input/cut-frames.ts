import { setTimeout as sleep } from 'node:timers/promises'
import type { TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'

/** Frames of equal length, as telephony sends them. */
export type Framing = {
  readonly bytes: number
  readonly seconds: number
  /** The byte of silence. */
  readonly silence: number
}

/** Cuts the audio of a text into frames of equal length, and fills the last one with silence. Timing keeps its place. */
export async function* cutFrames(
  parts: AsyncIterable<TimedSpeechPart>,
  { bytes: length, seconds, silence }: Framing,
): AsyncGenerator<TimedSpeechPart> {
  let rest: Uint8Array = new Uint8Array()
  for await (const part of parts) {
    if (part.kind === 'timing') {
      yield part
      continue
    }
    rest = rest.length === 0 ? part.bytes : Buffer.concat([rest, part.bytes])
    for (; rest.length >= length; rest = rest.subarray(length))
      yield { kind: 'audio', bytes: rest.subarray(0, length), seconds }
  }
  if (rest.length === 0) return
  const last = Buffer.alloc(length, silence)
  last.set(rest)
  yield { kind: 'audio', bytes: last, seconds }
}

/** Waits until at most `leadMs` of the audio that was sent are still to be played. Rejects if the signal aborts. */
export async function keepLead(aheadMs: number, leadMs: number | undefined, signal: AbortSignal): Promise<void> {
  if (leadMs !== undefined && aheadMs > leadMs) await sleep(aheadMs - leadMs, undefined, { signal })
}
