import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import type { App } from '../../app.ts'
import { endWithCaller } from '../stream-input/end-with-caller.ts'
import { keepAlive } from '../stream-input/keep-alive.ts'
import { type Fields, parseFields } from '../stream-input/parse-fields.ts'
import { refuseWithoutSocket } from '../stream-input/refuse-without-socket.ts'
import type { StreamInputContext } from '../stream-input/serve-stream-input.ts'
import { takeInOrder } from '../stream-input/take-in-order.ts'
import { expectKey } from './socket-caller.ts'
import { parseInactivity, refuseSocket, sendMessage } from './socket-messages.ts'
import { openContext, type SpeechContext } from './speech-context.ts'

/** What the WebSockets of this API need. */
export type SocketContext = StreamInputContext & {
  /** Checks a key that came in a message. */
  readonly welcome: (call: FastifyRequest) => Promise<void>
  /** Counts one more stream of the caller until the returned function is called. */
  readonly takePlace: (call: FastifyRequest) => () => void
}

const DONE = 1000

/** WebSocket /:voice_id/stream-input, with ElevenLabs' messages. */
export function registerStreamInputRoute(app: App, context: SocketContext): void {
  app.route({
    method: 'GET',
    url: '/:voice_id/stream-input',
    config: { isStream: true },
    preValidation: async (call) => void parseInactivity(call),
    handler: refuseWithoutSocket,
    wsHandler: (socket, call) => serveElevenLabs(socket, call, context),
  })
}

function serveElevenLabs(
  socket: WebSocket,
  call: FastifyRequest,
  { services, admit, welcome, watch }: SocketContext,
): void {
  let context: SpeechContext | undefined
  const send = async (message: Fields): Promise<void> => await sendMessage(socket, message)
  const refuse = async (error: unknown): Promise<void> => await refuseSocket(socket, error, call)
  const close = (): void => context?.close()
  const caller = expectKey(socket, call, {
    welcome,
    begin: () => endWithCaller(socket, call, { watch, refuse, close }),
    refuse,
  })
  const handle = async (message: Fields): Promise<void> => {
    const { text, flush } = message
    const isFirst = context === undefined
    if (context === undefined) {
      await caller.show(message)
      context = await openContext(message, call, { services, admit, send, refuse })
    }
    if (text === '') {
      await send(await context.finish())
      socket.close(DONE)
      return
    }
    if (typeof text !== 'string')
      throw new ServiceError('MISSING_ARGUMENT', 'Cannot take the message: text must be a string')
    if (text.trim() !== '' || !isFirst) context.write(text)
    if (flush === true) context.flush()
  }
  takeInOrder(socket, { handle: async (data, isBinary) => await handle(parseFields(data, isBinary)), refuse })
  socket.once('close', close)
  const idleMs = parseInactivity(call) ?? services.limits.socketIdleMs
  keepAlive(socket, { idleMs, isBusy: () => context?.isSpeaking === true })
}
