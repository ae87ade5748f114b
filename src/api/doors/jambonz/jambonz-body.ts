import { ServiceError } from '../../../errors.ts'
import type { Catalogue } from '../../../voices/catalogue.ts'
import type { Voice } from '../../../voices/voice.ts'
import { isAbsent, refuseValue } from '../../schemas/refuse-value.ts'
import { findVoiceByLanguage, findVoiceByName } from '../find-voice-by-name.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request of jambonz, translated. */
export type JambonzSpeech = {
  /** The body of the same request to /stream. */
  readonly body: Fields
  readonly ssml: boolean
  /** As the caller sent it. */
  readonly language: unknown
}

/** Checks and translates a body, but not its text. Throws MISSING_ARGUMENT or INVALID_SPEAKER_ID. */
export function parseJambonzSpeech(body: unknown, catalogue: Catalogue): JambonzSpeech {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot speak: expected a JSON object with text')
  const { language, voice, type, text } = body as Fields
  if (typeof text !== 'string') throw refuseValue('text', text, 'a string')
  if (!isAbsent(type) && type !== 'text' && type !== 'ssml') throw refuseValue('type', type, 'text or ssml')
  return {
    body: { speaker_id: findJambonzVoice({ voice, language }, catalogue).avatar.id, text },
    ssml: type === 'ssml',
    language,
  }
}

/** The voice of a name, or the first of a language. Throws INVALID_SPEAKER_ID if there is no voice of the name. */
export function findJambonzVoice({ voice, language }: Fields, catalogue: Catalogue): Voice {
  if (typeof voice === 'string' && voice !== '' && voice !== 'default') {
    const found = findVoiceByName(catalogue, voice)
    if (found !== undefined) return found
    throw new ServiceError(
      'INVALID_SPEAKER_ID',
      `Cannot find the voice ${JSON.stringify(voice)}: GET /v1/tts/avatars lists them`,
    )
  }
  return findVoiceByLanguage(catalogue, language)
}
