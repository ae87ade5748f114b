import type { components } from './api-types.ts'
import { readParts } from './read-parts.ts'
import { type Call, type CallOptions, readBody, type Send } from './send.ts'

type Schemas = components['schemas']
export type SpeechInput = Schemas['SpeechInput']
export type Explanation = Schemas['Explanation']
export type ExplainedWord = Schemas['ExplainedWord']

export type SpeechOptions = CallOptions & {
  /** Reads the text as SSML; `tags`: as plain text in which tags of SSML act. */
  readonly ssml?: boolean | 'tags' | undefined
}

/** Audio while it is rendered. */
export type SpeechStream = {
  readonly audio: ReadableStream<Uint8Array>
  readonly contentType: string
  /** UTF-16 units of the text. */
  readonly textLength: number
  /** What of the text is clamped, dropped or skipped; undefined if nothing is. */
  readonly warning: string | undefined
}

/** When a word of the text is heard. */
export type TimedWord = {
  readonly word: string
  readonly startSeconds: number
  readonly endSeconds: number
  /** The word's place in the text, in UTF-16 units. */
  readonly sourceStart: number
  readonly sourceEnd: number
}

/** A part of a timed stream. A word comes before the audio in which it ends. */
export type TimedPart =
  | { readonly kind: 'audio'; readonly bytes: Uint8Array }
  | { readonly kind: 'timing'; readonly words: readonly TimedWord[] }

/** The calls that speak at once. */
export function createSpeech(send: Send) {
  const post = (
    path: string,
    body: SpeechInput,
    { ssml, signal }: SpeechOptions,
    { headers, ...call }: Pick<Call, 'headers' | 'isStream'> = {},
  ) => send(path, { ...call, body, signal, headers: { ...headers, ...(ssml && { 'x-enable-ssml': String(ssml) }) } })

  return {
    /** Speaks a text; the stream ends with an error if the answer breaks off. */
    async stream(input: SpeechInput, options: SpeechOptions = {}): Promise<SpeechStream> {
      const answer = await post('/stream', input, options, { isStream: true })
      return {
        audio: readBody(answer, options.signal),
        contentType: answer.headers.get('content-type') ?? '',
        textLength: Number(answer.headers.get('x-text-length')),
        warning: answer.headers.get('x-declaim-warning') ?? undefined,
      }
    },
    /** Speaks a text and reports when each word is heard, before it is heard. */
    async timedStream(input: SpeechInput, options: SpeechOptions = {}): Promise<ReadableStream<TimedPart>> {
      const body = { ...input, include_word_timing: true }
      const call = { headers: { accept: 'multipart/mixed' }, isStream: true }
      return toStream(readTimedParts(await post('/stream', body, options, call), options.signal))
    },
    /** Throws the error that `stream` would throw. */
    async validate(input: SpeechInput, options: SpeechOptions = {}): Promise<void> {
      await (await post('/input_validated', input, options)).arrayBuffer()
    },
    /** Says how each word is said, and why. */
    async explain(input: SpeechInput, options: SpeechOptions = {}): Promise<Explanation> {
      return (await (await post('/explain', input, options)).json()) as Explanation
    },
    /** A ZIP of audio.mp3, word-timing.json, srt.srt and vtt.vtt. */
    async wordTiming(input: SpeechInput, options: SpeechOptions = {}): Promise<Uint8Array> {
      return new Uint8Array(await (await post('/word-timing', input, options)).arrayBuffer())
    },
  }
}

type WireWord = {
  readonly word: string
  readonly startOffset?: string | undefined
  readonly endOffset: string
  readonly source_start: number
  readonly source_end: number
}

async function* readTimedParts(response: Response, signal: AbortSignal | undefined): AsyncGenerator<TimedPart> {
  for await (const { contentType, bytes } of readParts(response, signal)) {
    if (contentType !== 'application/json') yield { kind: 'audio', bytes }
    else {
      const { words } = JSON.parse(new TextDecoder().decode(bytes)) as { words: readonly WireWord[] }
      yield { kind: 'timing', words: words.map(toTimedWord) }
    }
  }
}

function toTimedWord({ word, startOffset, endOffset, source_start, source_end }: WireWord): TimedWord {
  return {
    word,
    startSeconds: Number.parseFloat(startOffset ?? '0'),
    endSeconds: Number.parseFloat(endOffset),
    sourceStart: source_start,
    sourceEnd: source_end,
  }
}

function toStream<Item>(items: AsyncGenerator<Item>): ReadableStream<Item> {
  return new ReadableStream<Item>(
    {
      async pull(controller) {
        const { done, value } = await items.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      async cancel() {
        await items.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}
