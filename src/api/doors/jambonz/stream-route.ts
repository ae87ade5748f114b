import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import type { App } from '../../app.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import { closeWithError } from '../stream-input/close-socket.ts'
import { endWithCaller } from '../stream-input/end-with-caller.ts'
import { keepAlive } from '../stream-input/keep-alive.ts'
import type { SessionSettings } from '../stream-input/messages.ts'
import { type Fields, parseFields } from '../stream-input/parse-fields.ts'
import { prepareText } from '../stream-input/prepare-text.ts'
import { refuseWithoutSocket } from '../stream-input/refuse-without-socket.ts'
import { sendData } from '../stream-input/send-data.ts'
import type { StreamInputContext } from '../stream-input/serve-stream-input.ts'
import { createSpeechSession, type SessionListener } from '../stream-input/speech-session.ts'
import { takeInOrder } from '../stream-input/take-in-order.ts'
import { findJambonzVoice } from './jambonz-body.ts'

const DONE = 1000
/** Hz of calls. */
const DEFAULT_SAMPLE_RATE = 8000

/** WebSocket /stream-input: `stream`, `flush` and `stop` in, 16-bit PCM out. The query has voice, language and sampleRate. */
export function registerJambonzStreamRoute(app: App, context: StreamInputContext): void {
  app.route({
    method: 'GET',
    url: '/stream-input',
    config: { isStream: true },
    handler: refuseWithoutSocket,
    wsHandler: (socket, call) => {
      serveJambonz(socket, call, context)
    },
  })
}

function serveJambonz(socket: WebSocket, call: FastifyRequest, { services, admit, watch }: StreamInputContext): void {
  const send = async (message: Fields): Promise<void> => await sendData(socket, JSON.stringify(message))
  const fail = async (error: unknown): Promise<ServiceError> => {
    const known = explainError(error as Error, call)
    await send({ type: 'error', error: known.message })
    return known
  }
  const refuse = async (error: unknown): Promise<void> => {
    if (socket.readyState === socket.OPEN) closeWithError(socket, await fail(error))
  }
  const prepare = async () => await prepareText(settingsOf(call, services), call, services)
  const listener: SessionListener = {
    audio: async (bytes) => await sendData(socket, bytes),
    timing: async () => {},
    done: async () => {},
    async failed(error) {
      if (socket.readyState !== socket.OPEN) return
      const known = await fail(error)
      if (known.code === 'UNAUTHORIZED' || known.code === 'FORBIDDEN') closeWithError(socket, known)
    },
  }
  const session = createSpeechSession({
    open: async () => {
      await admit(call)
      return await prepare()
    },
    resources: services.resources,
    listen: () => listener,
    clock: () => performance.now(),
  })
  const handle = async (message: Fields): Promise<void> => {
    const { type, text } = message
    if (type === 'stream') {
      if (typeof text !== 'string') throw refuseValue('text', text, 'a string')
      session.write(text)
    } else if (type === 'flush') session.flush()
    else if (type === 'stop') {
      session.close()
      socket.close(DONE)
    }
    // Other messages, such as keepalive, ask for nothing.
  }
  takeInOrder(socket, { handle: async (data, isBinary) => await handle(parseFields(data, isBinary)), refuse })
  endWithCaller(socket, call, { watch, refuse, close: () => session.close() })
  socket.once('close', () => session.close())
  keepAlive(socket, { idleMs: services.limits.socketIdleMs, isBusy: () => session.isSpeaking })
  const begin = async (): Promise<void> => {
    try {
      const { sampleRate } = await prepare()
      await send({ type: 'connect', data: { sample_rate: sampleRate, base64_encoding: false } })
    } catch (error) {
      await refuse(error)
    }
  }
  // If the peer has left, nobody can receive this error.
  begin().catch(() => {})
}

function settingsOf({ query }: FastifyRequest, { resources }: StreamInputContext['services']): SessionSettings {
  const { voice, language, sampleRate = DEFAULT_SAMPLE_RATE } = query as Fields
  return {
    speech: {
      speaker_id: findJambonzVoice({ voice, language }, resources.catalogue).avatar.id,
      audio_configs: { file_format: 'pcm', sample_rate: Number(sampleRate) },
    },
    ssml: false,
    audio: 'binary',
    includeWordTiming: false,
    includePhones: false,
    startAt: 'sentence',
    leadMs: undefined,
    frameMs: undefined,
  }
}
