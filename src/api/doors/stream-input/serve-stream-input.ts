import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import { toShownWarnings } from '../../answers/warn-caller.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'
import { toTimingPartBody } from '../../schemas/timing-part.ts'
import type { Services } from '../../services.ts'
import { closeWithError } from './close-socket.ts'
import { endWithCaller, type WatchCall } from './end-with-caller.ts'
import { keepAlive } from './keep-alive.ts'
import { type ClientMessage, parseMessage, type SessionSettings } from './messages.ts'
import { prepareText } from './prepare-text.ts'
import { sendData } from './send-data.ts'
import { type Cancellation, createSpeechSession, type SessionListener, type SpeechSession } from './speech-session.ts'
import { takeInOrder } from './take-in-order.ts'

const DONE = 1000
const NO_BINARY = 1003

export type StreamInputContext = {
  readonly services: Services
  /** Admits one more text of the caller. */
  readonly admit: (call: CheckedCall) => Promise<void>
  readonly watch: WatchCall
}

/** Speaks what a client writes to a WebSocket, message by message. */
export function serveStreamInput(
  socket: WebSocket,
  call: CheckedCall,
  { services, admit, watch }: StreamInputContext,
): void {
  let settings: SessionSettings | undefined
  let session: SpeechSession | undefined
  let isEnding = false
  const send = (event: object): Promise<void> => sendData(socket, JSON.stringify(event))
  const refuse = async (error: unknown): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return
    const known = explainError(error as Error, call)
    await send({ type: 'error', code: known.code, message: known.message })
    closeWithError(socket, known)
  }
  const open = (): SpeechSession =>
    createSpeechSession({
      open: async () => {
        const asked = settings!
        await admit(call)
        return await prepareText(asked, call, services)
      },
      resources: services.resources,
      listen: () => createListener({ socket, settings: settings!, send, call }),
      clock: () => performance.now(),
    })
  const start = async (asked: SessionSettings): Promise<void> => {
    const { output, sampleRate, request } = await prepareText(asked, call, services)
    settings = asked
    session ??= open()
    const { id } = request.voice.avatar
    await send({ type: 'ready', speaker_id: id, file_format: output.format, sample_rate: sampleRate })
  }
  const end = async (speaking: SpeechSession): Promise<void> => {
    isEnding = true
    await speaking.finish()
    socket.close(DONE)
  }
  const handle = async (message: ClientMessage): Promise<void> => {
    if (message.type === 'ping') return await send({ type: 'pong' })
    if (message.type === 'start') return await start(message)
    if (session === undefined)
      throw new ServiceError('MISSING_ARGUMENT', `Cannot take "${message.type}": the first message must be "start"`)
    if (message.type === 'cancel') await send(toCancelledBody(session.cancel(message.playedMs)))
    else if (isEnding) return
    else if (message.type === 'text') session.write(message.text)
    else if (message.type === 'flush') session.flush()
    else void end(session)
  }
  takeInOrder(socket, {
    handle: async (data, isBinary) => {
      if (isBinary) socket.close(NO_BINARY, 'Cannot read a binary message: expected JSON')
      else await handle(parseMessage(data.toString()))
    },
    refuse,
  })
  endWithCaller(socket, call, { watch, refuse, close: () => session?.close() })
  socket.once('close', () => session?.close())
  keepAlive(socket, { idleMs: services.limits.socketIdleMs, isBusy: () => session?.isSpeaking === true })
}

type ListenerContext = {
  readonly socket: WebSocket
  /** Those of the text. */
  readonly settings: SessionSettings
  readonly send: (event: object) => Promise<void>
  readonly call: CheckedCall
}

function createListener({ socket, settings, send, call }: ListenerContext): SessionListener {
  return {
    async audio(bytes, text) {
      if (settings.audio === 'binary') return await sendData(socket, bytes)
      await send({ type: 'audio', text, audio: Buffer.from(bytes).toString('base64') })
    },
    async timing(timing, text) {
      if (settings.includeWordTiming)
        await send({ type: 'words', text, ...toTimingPartBody({ kind: 'timing', ...timing }, settings) })
    },
    async done({ text, durationMs, words, source, warnings }) {
      const [duration_ms, characters] = [Math.round(durationMs), source.length]
      await send({ type: 'done', text, duration_ms, words, characters, warnings: toShownWarnings(warnings) })
    },
    async failed(error, text) {
      if (socket.readyState !== socket.OPEN) return
      const known = explainError(error, call)
      await send({ type: 'error', text, code: known.code, message: known.message })
      if (known.code === 'UNAUTHORIZED' || known.code === 'FORBIDDEN') closeWithError(socket, known)
    },
  }
}

function toCancelledBody({ playedMs, heard }: Cancellation): object {
  return {
    type: 'cancelled',
    played_ms: Math.round(playedMs),
    heard: heard.map(({ text, words, source }) => ({ text, words, heard_text: source })),
  }
}
