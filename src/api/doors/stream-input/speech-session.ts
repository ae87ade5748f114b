import type { Resources } from '../../../delivery/resources.ts'
import type { TimedSpeechPart } from '../../../delivery/streams/stream-timed-speech.ts'
import { ServiceError } from '../../../errors.ts'
import { cutFrames, keepLead } from './cut-frames.ts'
import { type LiveRequest, LiveText } from './live-text.ts'
import { PlaybackClock } from './playback-clock.ts'
import { speakLiveText } from './speak-live-text.ts'

/** Words of a text, and what was written of it so far. */
export type SentTiming = Omit<Extract<TimedSpeechPart, { kind: 'timing' }>, 'kind'> & {
  readonly source: string
}

/** Where a session sends what it makes. Each call resolves when the connection has taken it. */
export type SessionListener = {
  /** `seconds`: the length of the speech in these bytes. */
  readonly audio: (bytes: Uint8Array, text: number, seconds: number) => Promise<void>
  readonly timing: (timing: SentTiming, text: number) => Promise<void>
  /** All audio of a text was sent. */
  readonly done: (text: EndedText) => Promise<void>
  /** A text cannot be spoken, or no further. */
  readonly failed: (error: Error, text: number) => Promise<void>
}

export type EndedText = {
  readonly text: number
  readonly durationMs: number
  readonly words: number
  /** All that was written of it. */
  readonly source: string
  /** What of it was not spoken as it is written. */
  readonly warnings: readonly string[]
}

/** How much of a text was heard before it was cancelled. */
export type HeardText = {
  readonly text: number
  /** Words that were heard to their ends. */
  readonly words: number
  /** The text up to the end of the last of them. */
  readonly source: string
}

export type Cancellation = { readonly playedMs: number; readonly heard: readonly HeardText[] }

/** Speaks texts that are written bit by bit, one after another. */
export interface SpeechSession {
  /** Adds to the text that is being written, or begins one. Throws RATE_LIMITED if too many texts wait. */
  write(text: string): void
  /** Ends the text that is being written. */
  flush(): void
  /**
   * Drops all that is written or spoken. No audio is sent after it. `playedMs` is the listener's own position in the audio since
   * the start or the last cancellation; by default that of a listener that plays at once.
   */
  cancel(playedMs?: number): Cancellation
  /** Drops the text that is being written, also what of it is spoken. */
  discard(): void
  /** Ends the text that is being written, and resolves when all of it was sent. */
  finish(): Promise<void>
  /** Cancels, and ignores what is written later: nobody listens any more. */
  close(): void
  /** Whether there is anything to say. */
  readonly isSpeaking: boolean
}

export type SessionOptions = {
  /** Admits one more text of the caller. */
  readonly open: () => Promise<LiveRequest>
  readonly resources: Resources
  /** Called when a text begins: where the speech of this text is sent. */
  readonly listen: () => SessionListener
  /** Milliseconds. */
  readonly clock: () => number
}

/** Texts that may wait to be spoken. */
const MAX_TEXTS = 50
/** Texts that a cancellation reports, at most: the last ones. More than may wait, so that all that are spoken are among them. */
const MAX_HEARD_TEXTS = 100

/** Creates a session without any text. */
export function createSpeechSession({ open, resources, listen, clock }: SessionOptions): SpeechSession {
  const playback = new PlaybackClock()
  let texts: LiveText[] = []
  let writing: LiveText | undefined
  let speaking: Promise<void> = Promise.resolve()
  let unspoken = 0
  let count = 0
  let isClosed = false

  const speakOrFail = async (text: LiveText, listener: SessionListener): Promise<void> => {
    try {
      await speak(text, { playback, resources, listener, clock })
    } catch (error) {
      if (writing === text) writing = undefined
      // If the peer has left, nobody can receive this error.
      await listener.failed(error as Error, text.number).catch(() => {})
    }
  }

  const begin = (): LiveText => {
    if (unspoken >= MAX_TEXTS)
      throw new ServiceError('RATE_LIMITED', `Cannot take more text: ${MAX_TEXTS} texts wait to be spoken`)
    const text = new LiveText(++count, open, resources)
    const listener = listen()
    texts.push(text)
    if (texts.length > MAX_HEARD_TEXTS) texts.shift()
    unspoken += 1
    speaking = speaking
      .then(() => speakOrFail(text, listener))
      .finally(() => {
        unspoken -= 1
      })
    return text
  }

  const flush = (): void => {
    writing?.end()
    writing = undefined
  }

  const cancel = (position?: number): Cancellation => {
    const playedMs = Math.min(position ?? playback.playedMs(clock()), playback.sentMs)
    const heard = texts.flatMap((text) => heardOf(text, playedMs))
    for (const text of texts) text.cancelled.abort()
    texts = []
    writing = undefined
    playback.reset()
    return { playedMs, heard }
  }

  return {
    write(text) {
      if (isClosed) return
      writing ??= begin()
      writing.write(text)
    },
    flush,
    cancel,
    discard() {
      writing?.cancelled.abort()
      writing = undefined
    },
    close() {
      isClosed = true
      cancel()
    },
    async finish() {
      flush()
      await speaking
    },
    get isSpeaking() {
      return unspoken > 0
    },
  }
}

type Speaker = Pick<SessionOptions, 'resources' | 'clock'> & {
  readonly playback: PlaybackClock
  readonly listener: SessionListener
}

/** Sends the speech of a text. Resolves without an error if the text is cancelled. */
async function speak(text: LiveText, speaker: Speaker): Promise<void> {
  const { playback, resources, listener, clock } = speaker
  const { signal } = text.cancelled
  if (signal.aborted) return
  try {
    const { framing, leadMs, ...request } = await text.opened
    const parts = speakLiveText(text, request, resources)
    for await (const part of framing === undefined ? parts : cutFrames(parts, framing)) {
      if (part.kind === 'audio') await keepLead(playback.aheadMs(clock()), leadMs, signal)
      if (signal.aborted) return
      await send(part, text, speaker)
    }
    const { number, durationMs, words, source, warnings } = text
    if (!signal.aborted) await listener.done({ text: number, durationMs, words: words.length, source, warnings })
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function send(part: TimedSpeechPart, text: LiveText, { playback, listener, clock }: Speaker): Promise<void> {
  if (part.kind === 'timing') {
    text.words.push(...part.words)
    return await listener.timing({ ...part, source: text.source }, text.number)
  }
  text.startMs ??= playback.sentMs
  const lengthMs = 1000 * part.seconds
  text.durationMs += lengthMs
  playback.send(lengthMs, clock())
  await listener.audio(part.bytes, text.number, part.seconds)
}

/** What was heard of a text by a position in the audio of its session. */
function heardOf({ number, startMs, words, source }: LiveText, playedMs: number): HeardText[] {
  if (startMs === undefined || playedMs <= startMs) return []
  const heard = words.filter(({ endMs }) => startMs + endMs <= playedMs)
  return [{ text: number, words: heard.length, source: source.slice(0, heard.at(-1)?.sourceEnd ?? 0) }]
}
