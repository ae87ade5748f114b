import type { FastifyRequest } from 'fastify'
import { collectWarnings, type SessionWarnings } from '../../answers/warn-caller.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import type { SessionSettings } from '../stream-input/messages.ts'
import type { Fields } from '../stream-input/parse-fields.ts'
import { prepareText } from '../stream-input/prepare-text.ts'
import { createSpeechSession, type SessionListener } from '../stream-input/speech-session.ts'
import { warnOfLanguage } from '../warn-of-language.ts'
import {
  CharacterAligner,
  type CharacterAlignment,
  fromChunk,
  joinAlignments,
  toAlignmentMessage,
} from './character-alignment.ts'
import { standInWarning } from './describe-voice.ts'
import { findElevenLabsVoice, parseLocators, parseSpeed, takesCues } from './elevenlabs-body.ts'
import { parseOutputFormat } from './output-formats.ts'

/** Texts of one voice and one set of settings, written bit by bit and spoken one after another. */
export type SpeechContext = {
  write(text: string): void
  /** Ends the text that is being written. */
  flush(): void
  /** Drops the text that is being written. What was ended before is spoken. */
  discard(): void
  /** Ends the text that is being written, and resolves when all was sent, with the fields of the last message. */
  finish(): Promise<Fields>
  /** Drops all. */
  close(): void
  readonly isSpeaking: boolean
}

export type ContextOptions = {
  readonly services: Services
  /** Admits one more text of the caller. */
  readonly admit: (call: FastifyRequest) => Promise<void>
  readonly send: (message: Fields) => Promise<void>
  /** A text cannot be spoken. */
  readonly refuse: (error: unknown) => Promise<void>
}

/** The last message of a context. */
const FINAL = { audio: null, isFinal: true, alignment: null, normalizedAlignment: null }

/** Opens a context with the settings of its first message. Rejects with the error that /stream would answer. */
export async function openContext(
  first: Fields,
  call: FastifyRequest,
  { services, admit, send, refuse }: ContextOptions,
): Promise<SpeechContext> {
  const { voice_id: name } = call.params as Fields
  const speed = parseSpeed(first.voice_settings)
  const warnings = collectWarnings()
  const found = findElevenLabsVoice(name, services.resources.catalogue)
  warnings.add([...standInWarning(found), ...warnOfLanguage((call.query as Fields).language_code, found.voice)])
  const settings = settingsOf(call, first, services)
  await prepareText(settings, call, services)
  const listener = createListener(send, { warnings, refuse })
  const session = createSpeechSession({
    open: async () => {
      await admit(call)
      const prepared = await prepareText(settings, call, services)
      return { ...prepared, request: atSpeed(prepared.request, speed) }
    },
    resources: services.resources,
    listen: () => listener,
    clock: () => performance.now(),
  })
  return {
    write: session.write,
    flush: session.flush,
    discard: session.discard,
    close: session.close,
    async finish() {
      await session.finish()
      session.close()
      // ElevenLabs has no warnings: clients see the field only if there are any.
      const shown = warnings.shown()
      return shown.length === 0 ? FINAL : { ...FINAL, warnings: shown }
    },
    get isSpeaking() {
      return session.isSpeaking
    },
  }
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
    includePhones: false,
    startAt: 'sentence',
    leadMs: undefined,
    frameMs: undefined,
  }
}

type ListenerOptions = Pick<ContextOptions, 'refuse'> & {
  /** Gets the warnings of each text. */
  readonly warnings: SessionWarnings
}

/**
 * Each audio message has the characters whose words end in it, with times from the start of its audio: one that began in an earlier message
 * begins at 0. The characters after the last word come in a message without audio.
 */
function createListener(send: ContextOptions['send'], { warnings, refuse }: ListenerOptions): SessionListener {
  let aligner = new CharacterAligner()
  let alignment: CharacterAlignment = joinAlignments([])
  /** Seconds of a text's audio that were sent before. */
  let sentSeconds = 0
  const sendAudio = async (bytes: Uint8Array): Promise<void> => {
    const body = alignment.characters.length === 0 ? null : toAlignmentMessage(fromChunk(alignment, sentSeconds))
    alignment = joinAlignments([])
    const audio = Buffer.from(bytes).toString('base64')
    await send({ audio, isFinal: false, alignment: body, normalizedAlignment: body })
  }
  return {
    async timing({ words, source }) {
      alignment = joinAlignments([alignment, aligner.align(source, words)])
    },
    async audio(bytes, _text, seconds) {
      await sendAudio(bytes)
      sentSeconds += seconds
    },
    async done({ source, words, warnings: more }) {
      warnings.add(more)
      alignment = joinAlignments([alignment, aligner.finish(source)])
      if (words > 0 && alignment.characters.length > 0) await sendAudio(new Uint8Array())
      alignment = joinAlignments([])
      aligner = new CharacterAligner()
      sentSeconds = 0
    },
    failed: refuse,
  }
}
