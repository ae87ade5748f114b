import type { Socket } from 'node:net'
import { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'
import { isAbsent, refuseValue, showValue } from '../../schemas/refuse-value.ts'
import type { Services } from '../../services.ts'
import { findVoiceByLanguage, findVoiceByName } from '../find-voice-by-name.ts'
import { handleInOrder } from '../handle-in-order.ts'
import type { WatchCall } from '../stream-input/end-with-caller.ts'
import type { SessionSettings } from '../stream-input/messages.ts'
import { prepareText } from '../stream-input/prepare-text.ts'
import { createSpeechSession, type SessionListener, type SpeechSession } from '../stream-input/speech-session.ts'
import { describeService } from './describe-service.ts'
import { formatEvent, type WyomingEvent, WyomingReader } from './wyoming-event.ts'

export type WyomingContext = {
  readonly services: Services
  readonly call: CheckedCall
  /** Admits one more text. */
  readonly admit: (call: CheckedCall) => Promise<void>
  readonly watch: WatchCall
}

/** Events that wait to be answered, at most, besides those that came in the same packet. */
const MAX_WAITING = 32

/** Answers the events of one connection, in order. An error is answered with an `error` event and ends the connection. */
export function serveWyoming(socket: Socket, context: WyomingContext): void {
  const reader = new WyomingReader()
  const connection = new WyomingConnection(socket, context)
  let isReadable = true
  socket.on('data', (bytes: Buffer) => {
    try {
      if (!isReadable) return
      for (const event of reader.push(bytes)) connection.handle(event)
    } catch (error) {
      isReadable = false
      connection.fail(error)
    }
  })
  socket.once('close', () => connection.close())
}

/** How long a peer may take to read why its connection ends. */
const GRACE_MS = 250

/** A class because the streamed text, its voice and its audio format change together. */
class WyomingConnection {
  readonly #socket: Socket
  readonly #context: WyomingContext
  readonly #session: SpeechSession
  #speakerId: number
  #sampleRate = 0
  #isStreaming = false
  /** Set once the first text was admitted: before, nobody has shown a key. */
  #stopWatching: (() => void) | undefined
  readonly #take: (handle: () => void | Promise<void>) => void

  constructor(socket: Socket, context: WyomingContext) {
    this.#socket = socket
    this.#context = context
    this.#take = handleInOrder({
      most: MAX_WAITING,
      pause: () => socket.pause(),
      resume: () => socket.resume(),
      refuse: (error) => this.#refuse(error),
    })
    const { services, call, admit } = context
    this.#speakerId = services.resources.catalogue.voices[0]!.avatar.id
    const listener = this.#createListener()
    this.#session = createSpeechSession({
      open: async () => {
        await admit(call)
        this.#stopWatching ??= context.watch(call, (reason) => this.#end(reason))
        const prepared = await prepareText(settingsOf(this.#speakerId), call, services)
        this.#sampleRate = prepared.sampleRate
        return prepared
      },
      resources: services.resources,
      listen: () => listener,
      clock: () => performance.now(),
    })
  }

  /** While many events wait, nothing more is read: a client that never reads its answers fills its own memory. */
  handle(event: WyomingEvent): void {
    this.#take(() => this.#answer(event))
  }

  fail(error: unknown): void {
    this.#take(() => this.#refuse(error))
  }

  close(): void {
    this.#stopWatching?.()
    this.#session.close()
  }

  /** Ends the connection at once, whatever is spoken. */
  #end(reason: unknown): void {
    this.#session.close()
    setTimeout(() => this.#socket.destroy(), GRACE_MS).unref()
    // The connection may be cut off before the reason is sent.
    this.#refuse(reason).catch(() => {})
  }

  async #answer({ type, data }: WyomingEvent): Promise<void> {
    const { catalogue } = this.#context.services.resources
    if (type === 'describe') return await this.#send(describeService(catalogue))
    if (type === 'ping') return await this.#send({ type: 'pong', data: { text: data.text ?? null } })
    if (type === 'synthesize-start') {
      this.#chooseVoice(data)
      this.#isStreaming = true
    } else if (type === 'synthesize-chunk' && this.#isStreaming) this.#session.write(textOf(data))
    else if (type === 'synthesize-stop' && this.#isStreaming) {
      this.#isStreaming = false
      await this.#session.finish()
      await this.#send({ type: 'synthesize-stopped', data: {} })
    } else if (type === 'synthesize' && !this.#isStreaming) {
      // Clients that stream a text also send it whole, for services that cannot stream.
      this.#chooseVoice(data)
      this.#session.write(textOf(data))
      await this.#session.finish()
    }
  }

  #chooseVoice({ voice }: WyomingEvent['data']): void {
    const { name, language } = (voice ?? {}) as { readonly name?: unknown; readonly language?: unknown }
    const { catalogue } = this.#context.services.resources
    if (isAbsent(name)) {
      const { avatar } = findVoiceByLanguage(catalogue, language)
      this.#speakerId = avatar.id
      return
    }
    const found = typeof name === 'string' ? findVoiceByName(catalogue, name) : undefined
    if (found === undefined) throw refuseValue('voice', name, 'a voice of the info event')
    this.#speakerId = found.avatar.id
  }

  #createListener(): SessionListener {
    let begun = 0
    const format = () => ({ rate: this.#sampleRate, width: 2, channels: 1 })
    const begin = async (text: number): Promise<void> => {
      if (begun === text) return
      begun = text
      await this.#send({ type: 'audio-start', data: format() })
    }
    return {
      audio: async (payload, text) => {
        await begin(text)
        await this.#send({ type: 'audio-chunk', data: format(), payload })
      },
      timing: async () => {},
      done: async ({ text }) => {
        await begin(text)
        await this.#send({ type: 'audio-stop', data: {} })
      },
      failed: async (error) => await this.#refuse(error),
    }
  }

  async #refuse(error: unknown): Promise<void> {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    const { code, message } = explainError(error as Error, this.#context.call)
    await this.#send({ type: 'error', data: { text: message, code } })
    this.#socket.end()
  }

  /** Resolves when the system has taken the event, or the connection is closed. A slow reader holds up the speech. */
  #send(event: WyomingEvent): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.write(formatEvent(event), () => resolve())
    })
  }
}

function settingsOf(speakerId: number): SessionSettings {
  return {
    speech: { speaker_id: speakerId, audio_configs: { file_format: 'pcm' } },
    ssml: false,
    audio: 'binary',
    includeWordTiming: false,
    includePhones: false,
    startAt: 'sentence',
    leadMs: undefined,
    frameMs: undefined,
  }
}

function textOf({ text }: WyomingEvent['data']): string {
  if (typeof text === 'string') return text
  throw new ServiceError('MISSING_ARGUMENT', `Cannot speak the text: expected a string, not ${showValue(text)}`)
}
