import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import type { App } from '../../app.ts'
import { isAbsent, refuseValue } from '../../schemas/refuse-value.ts'
import { closeWithError } from '../stream-input/close-socket.ts'
import { endWithCaller } from '../stream-input/end-with-caller.ts'
import { keepAlive } from '../stream-input/keep-alive.ts'
import { type Fields, parseFields } from '../stream-input/parse-fields.ts'
import { refuseWithoutSocket } from '../stream-input/refuse-without-socket.ts'
import { takeInOrder } from '../stream-input/take-in-order.ts'
import { expectKey } from './socket-caller.ts'
import { parseInactivity, refuseSocket, sendMessage, toErrorMessage } from './socket-messages.ts'
import { openContext, type SpeechContext } from './speech-context.ts'
import type { SocketContext } from './stream-input-route.ts'

const DONE = 1000
/** Contexts of a connection that are open or still spoken. ElevenLabs allows five open ones. */
const MAX_CONTEXTS = 20
/** The context of messages that name none. */
const DEFAULT_ID = 'default'
const MAX_ID_LENGTH = 200

/** WebSocket /:voice_id/multi-stream-input: several contexts on one connection, each with texts of its own. */
export function registerMultiStreamInputRoute(app: App, context: SocketContext): void {
  app.route({
    method: 'GET',
    url: '/:voice_id/multi-stream-input',
    config: { isStream: true },
    preValidation: async (call) => void parseInactivity(call),
    handler: refuseWithoutSocket,
    wsHandler: (socket, call) => {
      new ContextsConnection(socket, call, context).serve()
    },
  })
}

type OpenContext = {
  readonly id: string
  readonly speech: SpeechContext
  /** Milliseconds of the clock at which its last message came. */
  usedAt: number
}

/** A class because its contexts come and go while messages, errors and idle times of all of them arrive. */
class ContextsConnection {
  readonly #socket: WebSocket
  readonly #call: FastifyRequest
  readonly #options: SocketContext
  /** Contexts that take text, by their ids. */
  readonly #open = new Map<string, OpenContext>()
  /** All that are open or still spoken. */
  readonly #live = new Set<OpenContext>()
  /** Give back the places among the streams of the account that the contexts need besides that of the connection. */
  readonly #places: (() => void)[] = []

  constructor(socket: WebSocket, call: FastifyRequest, options: SocketContext) {
    this.#socket = socket
    this.#call = call
    this.#options = options
  }

  serve(): void {
    const [socket, call] = [this.#socket, this.#call]
    const { services, welcome, watch } = this.#options
    const close = (): void => this.#closeAll()
    const refuse = async (error: unknown): Promise<void> => await refuseSocket(socket, error, call)
    const caller = expectKey(socket, call, {
      welcome,
      begin: () => endWithCaller(socket, call, { watch, refuse, close }),
      refuse,
    })
    takeInOrder(socket, {
      handle: async (data, isBinary) => {
        const message = parseFields(data, isBinary)
        await caller.show(message)
        await this.#handle(message)
      },
      refuse,
    })
    this.#endIdleContexts()
    socket.once('close', close)
    const isBusy = (): boolean => [...this.#live].some(({ speech }) => speech.isSpeaking)
    keepAlive(socket, { idleMs: services.limits.socketIdleMs, isBusy })
  }

  async #handle(message: Fields): Promise<void> {
    if (message.close_socket === true) return await this.#closeSocket()
    const id = idOf(message)
    const known = this.#open.get(id)
    if (known !== undefined) known.usedAt = performance.now()
    if (message.close_context === true) {
      // What was not flushed is not spoken any more.
      known?.speech.discard()
      if (known !== undefined) void this.#end(known)
      return
    }
    try {
      await this.#write(id, message)
    } catch (error) {
      await this.#fail(id, this.#open.get(id), error)
    }
  }

  async #write(id: string, message: Fields): Promise<void> {
    const { text, flush } = message
    if (!isAbsent(text) && typeof text !== 'string') throw refuseValue('text', text, 'a string')
    const written = text ?? ''
    const known = this.#open.get(id)
    // It keeps a context alive that has ended by now.
    if (known === undefined && written === '') return
    const { speech } = known ?? (await this.#begin(id, message))
    if (written !== '' && (known !== undefined || written.trim() !== '')) speech.write(written)
    if (flush === true) speech.flush()
  }

  async #begin(id: string, first: Fields): Promise<OpenContext> {
    if (this.#live.size >= MAX_CONTEXTS)
      throw new ServiceError(
        'RATE_LIMITED',
        `Cannot open the context: the connection has ${MAX_CONTEXTS}, which is all that it may have; close one first`,
      )
    const { services, admit, takePlace } = this.#options
    const speech = await openContext(first, this.#call, {
      services,
      admit,
      send: async (fields) => await this.#send({ ...fields, contextId: id }),
      refuse: async (error) => await this.#fail(id, context, error),
    })
    const context: OpenContext = { id, speech, usedAt: performance.now() }
    if (this.#live.size > this.#places.length) this.#places.push(takePlace(this.#call))
    this.#open.set(id, context)
    this.#live.add(context)
    return context
  }

  /** Speaks the rest of a context, which takes no more text. */
  async #end(context: OpenContext): Promise<void> {
    if (this.#open.get(context.id) === context) this.#open.delete(context.id)
    try {
      const last = await context.speech.finish()
      if (this.#live.has(context)) await this.#send({ ...last, contextId: context.id })
    } catch {
      // The peer has left.
    } finally {
      this.#drop(context)
    }
  }

  /** Ends a context because of an error, and the connection if its caller may not use it any more. */
  async #fail(id: string, context: OpenContext | undefined, error: unknown): Promise<void> {
    if (context !== undefined) this.#drop(context)
    if (this.#socket.readyState !== this.#socket.OPEN) return
    const { message, known } = toErrorMessage(error, this.#call)
    await this.#send({ ...message, contextId: id })
    if (known.code === 'UNAUTHORIZED' || known.code === 'FORBIDDEN') closeWithError(this.#socket, known)
  }

  async #closeSocket(): Promise<void> {
    await Promise.all([...this.#live].map((context) => this.#end(context)))
    this.#socket.close(DONE)
  }

  #drop(context: OpenContext): void {
    if (this.#open.get(context.id) === context) this.#open.delete(context.id)
    if (!this.#live.delete(context)) return
    context.speech.close()
    if (this.#places.length >= this.#live.size) this.#places.pop()?.()
  }

  #closeAll(): void {
    for (const context of this.#live) this.#drop(context)
  }

  /** Ends contexts for which nothing has come for the time that the client has chosen. */
  #endIdleContexts(): void {
    const idleMs = parseInactivity(this.#call) ?? this.#options.services.limits.socketIdleMs
    const watching = setInterval(
      () => {
        const now = performance.now()
        for (const context of this.#open.values()) {
          if (context.speech.isSpeaking) context.usedAt = now
          if (now - context.usedAt >= idleMs) void this.#end(context)
        }
      },
      Math.min(1000, idleMs / 4),
    )
    this.#socket.once('close', () => clearInterval(watching))
  }

  async #send(message: Fields): Promise<void> {
    await sendMessage(this.#socket, message)
  }
}

/** The context that a message is for. Clients write the field in two ways. */
function idOf({ context_id: snake, contextId: camel }: Fields): string {
  const id = snake ?? camel
  if (isAbsent(id)) return DEFAULT_ID
  if (typeof id === 'string' && id !== '' && id.length <= MAX_ID_LENGTH) return id
  throw refuseValue('context_id', id, `a string of 1 to ${MAX_ID_LENGTH} characters`)
}
