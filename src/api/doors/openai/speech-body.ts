import type { AudioFormat } from '../../../delivery/files/output-format.ts'
import type { Catalogue } from '../../../voices/catalogue.ts'
import type { Voice } from '../../../voices/voice.ts'
import { isAbsent, showValue } from '../../schemas/refuse-value.ts'
import { findVoiceByName } from '../find-voice-by-name.ts'
import { warnOfLanguage } from '../warn-of-language.ts'
import { isSpeechModel, SPEECH_MODELS } from './models.ts'
import { ParameterError } from './openai-error.ts'
import { FASTEST, RESPONSE_FORMATS, SLOWEST, STREAM_FORMATS } from './openai-schemas.ts'
import { findOpenAiVoice, OPENAI_VOICE_NAMES } from './openai-voices.ts'

/** A request to OpenAI's speech endpoint, translated. */
export type OpenAiSpeech = {
  /** The body of the same request to /stream. */
  readonly body: Readonly<Record<string, unknown>>
  /** Factor of the avatar's tempo. */
  readonly speed: number
  readonly asEvents: boolean
  /** Fields of the request that are ignored. */
  readonly warnings: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** Hz of OpenAI's `pcm`, which has no header to say so. */
const PCM_SAMPLE_RATE = 24_000

/** Checks and translates a body of OpenAI's speech endpoint, but not its text. Throws ParameterError. Unknown fields are ignored. */
export function parseOpenAiSpeech(body: unknown, catalogue: Catalogue): OpenAiSpeech {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new ParameterError('Cannot speak: expected a JSON object with model, input and voice', { param: 'body' })
  const fields = body as Fields
  for (const param of ['model', 'input']) if (isAbsent(fields[param])) throw missing(param)
  const voice = isAbsent(fields.voice) ? voiceOfModel(fields.model, catalogue) : parseVoice(fields.voice, catalogue)
  if (!isAbsent(fields.voice)) checkModel(fields.model)
  if (typeof fields.input !== 'string' || fields.input === '') throw refusal('input', fields.input, 'a text')
  const format = parseFormat(fields.response_format)
  return {
    body: {
      speaker_id: voice.avatar.id,
      text: fields.input,
      audio_configs: { file_format: format, ...(format === 'pcm' && { sample_rate: PCM_SAMPLE_RATE }) },
      library_ids: fields.library_ids,
      library_id: fields.library_id,
    },
    speed: parseSpeed(fields.speed),
    asEvents: parseStreamFormat(fields.stream_format) === 'sse',
    warnings: [
      ...(isAbsent(fields.instructions) || fields.instructions === '' ? [] : [INSTRUCTIONS_WARNING]),
      ...warnOfLanguage(fields.language ?? fields.language_code ?? fields.lang_code, voice),
    ],
  }
}

const INSTRUCTIONS_WARNING = 'instructions are ignored: use the markup of the text, or another voice'

function missing(param: string): ParameterError {
  return new ParameterError(`Cannot speak: ${param} is missing`, { param, code: 'missing_required_parameter' })
}

/** LocalAI has no voices: its clients name one as the model. */
function voiceOfModel(model: unknown, catalogue: Catalogue): Voice {
  const voice = typeof model === 'string' ? findVoiceByName(catalogue, model) : undefined
  if (voice === undefined) throw missing('voice')
  return voice
}

function checkModel(model: unknown): void {
  if (typeof model === 'string' && isSpeechModel(model)) return
  const message = `Cannot speak with model ${showValue(model)}: expected ${SPEECH_MODELS.join(', ')}`
  throw new ParameterError(message, { param: 'model', code: 'model_not_found', status: 404 })
}

/** OpenAI's names come first, so that no avatar of the same name takes their place. */
function parseVoice(value: unknown, catalogue: Catalogue): Voice {
  const name = typeof value === 'object' && value !== null ? (value as Fields).id : value
  const text = Number.isSafeInteger(name) ? String(name) : name
  const voice =
    typeof text === 'string' ? (findOpenAiVoice(catalogue, text) ?? findVoiceByName(catalogue, text)) : undefined
  if (voice !== undefined) return voice
  throw refusal('voice', value, `${OPENAI_VOICE_NAMES.join(', ')}, or an id of GET /v1/audio/voices`)
}

function parseFormat(value: unknown): AudioFormat {
  if (isAbsent(value)) return RESPONSE_FORMATS[0]
  const format = RESPONSE_FORMATS.find((one) => one === value)
  if (format === undefined) throw refusal('response_format', value, RESPONSE_FORMATS.join(', '))
  return format
}

function parseSpeed(value: unknown): number {
  if (isAbsent(value)) return 1
  // Some tools send their form as it is.
  const speed = typeof value === 'string' && /^\d*\.?\d+$/.test(value) ? Number(value) : value
  if (typeof speed === 'number' && speed >= SLOWEST && speed <= FASTEST) return speed
  throw refusal('speed', value, `a number from ${SLOWEST} to ${FASTEST}`)
}

function parseStreamFormat(value: unknown): (typeof STREAM_FORMATS)[number] {
  if (isAbsent(value)) return STREAM_FORMATS[0]
  const format = STREAM_FORMATS.find((one) => one === value)
  if (format === undefined) throw refusal('stream_format', value, STREAM_FORMATS.join(', '))
  return format
}

function refusal(param: string, value: unknown, expected: string): ParameterError {
  const message = `Cannot use ${param} ${showValue(value)}: expected ${expected}`
  return new ParameterError(message, { param, code: 'invalid_value' })
}
