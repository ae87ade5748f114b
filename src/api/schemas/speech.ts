import { type AudioFormat, checkBitrate, type OutputFormat } from '../../delivery/files/output-format.ts'
import { ServiceError } from '../../errors.ts'
import { type Catalogue, findVoice } from '../../voices/catalogue.ts'
import type { Voice } from '../../voices/voice.ts'
import { parseAudioConfigs } from './audio-configs.ts'
import { parseFlag } from './parse-flag.ts'
import { isAbsent, refuseValue, showValue } from './refuse-value.ts'
import { parseSeed } from './seed.ts'
import { parseTitle } from './title.ts'

/** A synthesis request, checked except for the markup and words of its text. */
export type SpeechBody = {
  /** As the caller named it. Differs from the id of `voice` if another avatar speaks for it. */
  readonly speakerId: number
  readonly voice: Voice
  readonly text: string
  readonly libraryIds: readonly string[]
  readonly output: OutputFormat
  /** Title in the audio's tags; undefined to derive it from the text. */
  readonly title: string | undefined
  /** Chooses another reading of the same words; undefined for the default one. */
  readonly seed: number | undefined
  /** Only streams use it. */
  readonly includeWordTiming: boolean
  /** Whether word times come with those of the sounds. */
  readonly includePhones: boolean
}

export type ParseSpeechOptions = {
  readonly catalogue: Catalogue
  readonly maxTextLength: number
  /** The format of a request that names none. */
  readonly defaultFormat: AudioFormat
  /** Sample rate of a voice in Hz: the default of the audio. */
  readonly sampleRateOf: (voice: Voice) => number
}

/** Libraries that one request may name. */
const MAX_LIBRARIES = 100

const MODELS: ReadonlySet<unknown> = new Set(['legacy', 'caruso', 'preview'])

/** Checks a synthesis request in the contract's order and throws at the first thing that is wrong. Unknown fields are ignored. */
export function parseSpeechBody(body: unknown, options: ParseSpeechOptions): SpeechBody {
  const fields = parseObject(body)
  for (const name of ['speaker_id', 'text']) {
    if (isAbsent(fields[name])) throw new ServiceError('MISSING_ARGUMENT', `Cannot speak: ${name} is missing`)
  }
  const speakerId = parseSpeakerId(fields.speaker_id)
  const voice = findVoice(options.catalogue, speakerId)
  const text = parseText(fields.text, options.maxTextLength)
  if (!isAbsent(fields.model) && !MODELS.has(fields.model)) {
    throw refuseValue('model', fields.model, [...MODELS].join(', '))
  }
  const libraryIds = parseLibraryIds(fields)
  const output = parseAudioConfigs(fields.audio_configs, options.defaultFormat)
  checkBitrate(output, options.sampleRateOf(voice))
  return {
    speakerId,
    voice,
    text,
    libraryIds,
    output,
    title: parseTitle(fields.title),
    seed: parseSeed('seed', fields.seed),
    includeWordTiming: parseFlag('include_word_timing', fields.include_word_timing),
    includePhones: parseFlag('include_phones', fields.include_phones),
  }
}

function parseObject(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot speak: expected a JSON object with speaker_id and text')
  }
  return body as Record<string, unknown>
}

function parseSpeakerId(value: unknown): number {
  const isDigits = typeof value === 'string' && /^\d{1,15}$/.test(value)
  if (isDigits || Number.isSafeInteger(value)) return Number(value)
  throw new ServiceError(
    'INVALID_SPEAKER_ID',
    `Cannot speak with speaker_id ${showValue(value)}: expected an integer or a string of digits`,
  )
}

function parseText(value: unknown, maxTextLength: number): string {
  const code = 'INVALID_TEXT_LENGTH_EXCEEDED'
  if (typeof value !== 'string')
    throw new ServiceError(code, `Cannot speak the text: expected a string, not ${showValue(value)}`)
  if (value === '') throw new ServiceError(code, 'Cannot speak the text: it is empty')
  checkTextLength(value, maxTextLength)
  return value
}

/** Throws INVALID_TEXT_LENGTH_EXCEEDED for a text that is longer than the plan allows. */
export function checkTextLength(text: string, maxTextLength: number): void {
  if (text.length <= maxTextLength) return
  // Clients that count code points see a smaller number.
  const counted = /[\u{10000}-\u{10ffff}]/u.test(text) ? ', counted in UTF-16 units,' : ','
  throw new ServiceError(
    'INVALID_TEXT_LENGTH_EXCEEDED',
    `Cannot speak the text: it has ${text.length} characters${counted} and the plan allows ${maxTextLength}`,
  )
}

function parseLibraryIds({ library_ids, library_id }: Readonly<Record<string, unknown>>): readonly string[] {
  const ids = [...parseIds('library_ids', library_ids), ...parseIds('library_id', library_id)]
  if (ids.length <= MAX_LIBRARIES) return [...new Set(ids)]
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot use library_ids: they name ${ids.length} libraries; expected at most ${MAX_LIBRARIES}`,
  )
}

function parseIds(name: string, value: unknown): readonly string[] {
  if (isAbsent(value)) return []
  const ids = [value].flat()
  if (!ids.every((id) => typeof id === 'string')) throw refuseValue(name, value, 'a library id or a list of them')
  return ids.filter((id) => id !== '')
}
