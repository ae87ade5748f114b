import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../../errors.ts'
import { type Catalogue, findForeignVoice } from '../../../voices/catalogue.ts'
import { isAbsent, refuseValue } from '../../schemas/refuse-value.ts'
import { findVoiceByName } from '../find-voice-by-name.ts'
import { warnOfLanguage } from '../warn-of-language.ts'
import { type FoundVoice, standInWarning } from './describe-voice.ts'
import { FASTEST, SLOWEST } from './elevenlabs-schemas.ts'
import { parseOutputFormat } from './output-formats.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request in ElevenLabs' shape, translated. */
export type ElevenLabsSpeech = {
  /** The body of the same request to /stream. */
  readonly body: Fields
  /** Factor of the avatar's tempo. */
  readonly speed: number
  /** Whether the model takes cues in square brackets, such as `[whispers]`. */
  readonly cues: boolean
  readonly warnings: readonly string[]
}

/** Translates the path, query and body of a request. Throws MISSING_ARGUMENT, INVALID_TEXT or INVALID_SPEAKER_ID. Settings that we lack are ignored. */
export function parseElevenLabsSpeech(
  { params, query, body }: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  catalogue: Catalogue,
): ElevenLabsSpeech {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot speak: expected a JSON object with text')
  const {
    text,
    model_id: model,
    voice_settings: settings,
    pronunciation_dictionary_locators: locators,
    language_code: language,
    seed,
  } = body as Fields
  const found = findElevenLabsVoice((params as Fields).voice_id, catalogue)
  return {
    body: {
      speaker_id: found.voice.avatar.id,
      text: parseText(text),
      audio_configs: parseOutputFormat((query as Fields).output_format),
      library_ids: parseLocators(locators),
      seed,
    },
    speed: parseSpeed(settings),
    cues: takesCues(model),
    warnings: [...standInWarning(found), ...warnOfLanguage(language, found.voice)],
  }
}

/** Our own API reports these mistakes as INVALID_TEXT_LENGTH_EXCEEDED, which is `max_character_limit_exceeded` here. */
function parseText(text: unknown): string {
  if (typeof text !== 'string') throw refuseValue('text', text, 'a string')
  if (text === '') throw new ServiceError('INVALID_TEXT', 'Cannot speak the text: it is empty')
  return text
}

/** The voice that a path names: one of ours, or one that speaks for a public voice of ElevenLabs. Throws INVALID_SPEAKER_ID if there is none. */
export function findElevenLabsVoice(name: unknown, catalogue: Catalogue): FoundVoice {
  if (typeof name === 'string') {
    const voice = findVoiceByName(catalogue, name)
    if (voice !== undefined) return { voice, standsFor: undefined }
    const foreign = findForeignVoice(catalogue, name)
    if (foreign !== undefined) return { voice: foreign.voice, standsFor: foreign.name }
  }
  const message = `Cannot find the voice ${JSON.stringify(name)}: GET /v1/voices lists them`
  throw new ServiceError('INVALID_SPEAKER_ID', message, { status: 404 })
}

/** Whether a model takes cues in square brackets. */
export function takesCues(model: unknown): boolean {
  return typeof model === 'string' && model.startsWith('eleven_v3')
}

/** The factor of the tempo in `voice_settings`. */
export function parseSpeed(settings: unknown): number {
  if (isAbsent(settings)) return 1
  if (typeof settings !== 'object') throw refuseValue('voice_settings', settings, 'an object')
  const { speed } = settings as Fields
  if (isAbsent(speed)) return 1
  if (typeof speed === 'number' && speed >= SLOWEST && speed <= FASTEST) return speed
  throw refuseValue('voice_settings.speed', speed, `a number from ${SLOWEST} to ${FASTEST}`)
}

/** The ids of replacement libraries, which are our pronunciation dictionaries. */
export function parseLocators(locators: unknown): readonly unknown[] {
  if (isAbsent(locators)) return []
  const ids = [locators].flat().map((locator) => (locator as Fields | null)?.pronunciation_dictionary_id)
  if (ids.every((id) => typeof id === 'string')) return ids
  throw refuseValue('pronunciation_dictionary_locators', locators, 'objects with pronunciation_dictionary_id')
}
