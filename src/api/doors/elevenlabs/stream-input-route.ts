import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ServiceError } from '../../../errors.ts'
import { explainError } from '../../answers/error-response.ts'
import { collectWarnings, type SessionWarnings } from '../../answers/warn-caller.ts'
import type { App } from '../../app.ts'
import { checkStorable } from '../../requests/refuse-unstorable.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import { closeWithError } from '../stream-input/close-socket.ts'
import { endWithCaller } from '../stream-input/end-with-caller.ts'
import { keepAlive } from '../stream-input/keep-alive.ts'
import type { SessionSettings } from '../stream-input/messages.ts'
import { prepareText } from '../stream-input/prepare-text.ts'
import { refuseWithoutSocket } from '../stream-input/refuse-without-socket.ts'
import { sendData } from '../stream-input/send-data.ts'
import type { StreamInputContext } from '../stream-input/serve-stream-input.ts'
import { createSpeechSession, type SessionListener } from '../stream-input/speech-session.ts'
import { takeInOrder } from '../stream-input/take-in-order.ts'
import {
  CharacterAligner,
  type CharacterAlignment,
  fromChunk,
  joinAlignments,
  toAlignmentMessage,
} from './character-alignment.ts'
import { standInWarning } from './describe-voice.ts'
import { findElevenLabsVoice, parseLocators, parseSpeed, takesCues } from './elevenlabs-body.ts'
import { toElevenLabsError } from './elevenlabs-error.ts'
import { parseOutputFormat } from './output-formats.ts'

type Fields = Readonly<Record<string, unknown>>

const DONE = 1000

/** WebSocket /:voice_id/stream-input, with ElevenLabs' messages. */
export function registerStreamInputRoute(app: App, context: StreamInputContext): void {
  app.route({
    method: 'GET',
    url: '/:voice_id/stream-input',
    config: { isStream: true },
    handler: refuseWithoutSocket,
    wsHandler: (socket, call) => serveElevenLabs(socket, call, context),
  })
}

function serveElevenLabs(
  socket: WebSocket,
  call: FastifyRequest,
  { services, admit, watch }: StreamInputContext,
): void {
  let first: Fields | undefined
  const warnings = collectWarnings()
  const listener = createListener(socket, { warnings, refuse: (error) => refuse(error) })
  const session = createSpeechSession({
    open: async () => {
      await admit(call)
      const prepared = await prepareText(settingsOf(call, first!, services), call, services)
      return { ...prepared, request: atSpeed(prepared.request, parseSpeed(first!.voice_settings)) }
    },
    resources: services.resources,
    listen: () => listener,
    clock: () => performance.now(),
  })
  const refuse = async (error: unknown): Promise<void> => {
    if (socket.readyState !== socket.OPEN) return
    const known = explainError(error as Error, call)
    const { detail } = toElevenLabsError(known) as { detail: { status: string } }
    await sendData(socket, JSON.stringify({ message: known.message, error: detail.status, code: 1008 }))
    closeWithError(socket, known)
  }
  const handle = async (message: Fields): Promise<void> => {
    checkStorable([message], 'the message', 'text')
    const { text, flush } = message
    if (first === undefined) {
      first = message
      parseSpeed(message.voice_settings)
      warnings.add(standInWarning(findElevenLabsVoice((call.params as Fields).voice_id, services.resources.catalogue)))
      await prepareText(settingsOf(call, message, services), call, services)
    }
    if (text === '') {
      await session.finish()
      session.close()
      const end = { audio: null, isFinal: true, alignment: null, normalizedAlignment: null }
      // ElevenLabs has no warnings: clients see the field only if there are any.
      const shown = warnings.shown()
      const added = shown.length === 0 ? {} : { warnings: shown }
      await sendData(socket, JSON.stringify({ ...end, ...added }))
      socket.close(DONE)
    } else if (typeof text !== 'string')
      throw new ServiceError('MISSING_ARGUMENT', 'Cannot take the message: text must be a string')
    else if (text.trim() !== '' || first !== message) session.write(text)
    if (flush === true) session.flush()
  }
  takeInOrder(socket, { handle: async (data, isBinary) => await handle(parseObject(data, isBinary)), refuse })
  endWithCaller(socket, call, { watch, refuse, close: () => session.close() })
  socket.once('close', () => session.close())
  keepAlive(socket, { idleMs: services.limits.socketIdleMs, isBusy: () => session.isSpeaking })
}

function parseObject(data: Buffer, isBinary: boolean): Fields {
  try {
    const value: unknown = isBinary ? undefined : JSON.parse(data.toString())
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  } catch {
    // Refused like any other data that is not a message.
  }
  throw new ServiceError('MISSING_ARGUMENT', 'Cannot read the message: expected a JSON object')
}

/** Whether a parameter of a query is true, as the clients of several languages write it. */
function isOn(parameter: unknown): boolean {
  return typeof parameter === 'string' && /^(?:true|1)$/i.test(parameter)
}

function settingsOf({ params, query }: FastifyRequest, first: Fields, { resources }: Services): SessionSettings {
  const asked = query as Fields
  return {
    speech: {
      speaker_id: findElevenLabsVoice((params as Fields).voice_id, resources.catalogue).voice.avatar.id,
      audio_configs: parseOutputFormat(asked.output_format),
      library_ids: parseLocators(first.pronunciation_dictionary_locators),
    },
    ssml: isOn(asked.enable_ssml_parsing),
    cues: takesCues(asked.model_id ?? first.model_id),
    audio: 'base64',
    includeWordTiming: true,
    startAt: 'sentence',
    leadMs: undefined,
    frameMs: undefined,
  }
}

type ListenerOptions = {
  /** Gets the warnings of each text. */
  readonly warnings: SessionWarnings
  readonly refuse: (error: unknown) => Promise<void>
}

/**
 * Each audio message has the characters whose words end in it, with times from the start of its audio: one that began in an earlier message
 * begins at 0. The characters after the last word come in a message without audio.
 */
function createListener(socket: WebSocket, { warnings, refuse }: ListenerOptions): SessionListener {
  let aligner = new CharacterAligner()
  let alignment: CharacterAlignment = joinAlignments([])
  /** Seconds of a text's audio that were sent before. */
  let sentSeconds = 0
  const send = async (bytes: Uint8Array): Promise<void> => {
    const body = alignment.characters.length === 0 ? null : toAlignmentMessage(fromChunk(alignment, sentSeconds))
    alignment = joinAlignments([])
    const audio = Buffer.from(bytes).toString('base64')
    await sendData(socket, JSON.stringify({ audio, isFinal: false, alignment: body, normalizedAlignment: body }))
  }
  return {
    async timing({ words, source }) {
      alignment = joinAlignments([alignment, aligner.align(source, words)])
    },
    async audio(bytes, _text, seconds) {
      await send(bytes)
      sentSeconds += seconds
    },
    async done({ source, words, warnings: more }) {
      warnings.add(more)
      alignment = joinAlignments([alignment, aligner.finish(source)])
      if (words > 0 && alignment.characters.length > 0) await send(new Uint8Array())
      alignment = joinAlignments([])
      aligner = new CharacterAligner()
      sentSeconds = 0
    },
    failed: refuse,
  }
}
