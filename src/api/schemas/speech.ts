import { ServiceError } from '../../errors.ts'
import { AUDIO_FORMATS, type AudioFormat, type OutputFormat, SAMPLE_RATES } from '../../rendering/output-format.ts'
import { type Catalogue, findVoice } from '../../voices/catalogue.ts'
import type { Voice } from '../../voices/voice.ts'

/** A synthesis request as it came in, checked as far as it can be without reading its text. */
export type SpeechBody = {
  readonly voice: Voice
  readonly text: string
  readonly libraryIds: readonly string[]
  readonly output: OutputFormat
  /** Streams alone obey it. */
  readonly includeWordTiming: boolean
}

export type ParseSpeechOptions = {
  readonly catalogue: Catalogue
  readonly maxTextLength: number
  /** The format of a request that names none. */
  readonly defaultFormat: AudioFormat
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
  const voice = findVoice(options.catalogue, parseSpeakerId(fields.speaker_id))
  const text = parseText(fields.text, options.maxTextLength)
  if (!isAbsent(fields.model) && !MODELS.has(fields.model)) {
    throw refusal('model', fields.model, [...MODELS].join(', '))
  }
  return {
    voice,
    text,
    libraryIds: parseLibraryIds(fields),
    output: parseOutput(fields.audio_configs, options.defaultFormat),
    includeWordTiming: parseFlag('include_word_timing', fields.include_word_timing),
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
    `Cannot speak with speaker_id ${show(value)}: expected an integer or a string of digits`,
  )
}

function parseText(value: unknown, maxTextLength: number): string {
  const code = 'INVALID_TEXT_LENGTH_EXCEEDED'
  if (typeof value !== 'string')
    throw new ServiceError(code, `Cannot speak the text: expected a string, not ${show(value)}`)
  if (value === '') throw new ServiceError(code, 'Cannot speak the text: it is empty')
  if (value.length > maxTextLength) {
    throw new ServiceError(
      code,
      `Cannot speak the text: it has ${value.length} characters, and the plan allows ${maxTextLength}`,
    )
  }
  return value
}

function parseLibraryIds({ library_ids, library_id }: Readonly<Record<string, unknown>>): readonly string[] {
  const ids = new Set([...parseIds('library_ids', library_ids), ...parseIds('library_id', library_id)])
  if (ids.size <= MAX_LIBRARIES) return [...ids]
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot use library_ids: they name ${ids.size} libraries; expected at most ${MAX_LIBRARIES}`,
  )
}

function parseIds(name: string, value: unknown): readonly string[] {
  if (isAbsent(value)) return []
  const ids = [value].flat()
  if (!ids.every((id) => typeof id === 'string')) throw refusal(name, value, 'a library id or a list of them')
  return ids.filter((id) => id !== '')
}

function parseOutput(value: unknown, defaultFormat: AudioFormat): OutputFormat {
  if (isAbsent(value)) return { format: defaultFormat }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusal('audio_configs', value, 'an object')
  const { file_format: format, sample_rate: rate } = value as Record<string, unknown>
  const knownFormat = isAbsent(format)
    ? defaultFormat
    : AUDIO_FORMATS.find((known) => known === String(format).toLowerCase())
  if (knownFormat === undefined) throw refusal('audio_configs.file_format', format, AUDIO_FORMATS.join(', '))
  if (isAbsent(rate)) return { format: knownFormat }
  const sampleRate = SAMPLE_RATES.find((known) => known === rate || String(known) === rate)
  if (sampleRate === undefined) throw refusal('audio_configs.sample_rate', rate, SAMPLE_RATES.join(', '))
  return { format: knownFormat, sampleRate }
}

function parseFlag(name: string, value: unknown): boolean {
  if (isAbsent(value)) return false
  if (typeof value === 'boolean') return value
  throw refusal(name, value, 'true or false')
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

function refusal(name: string, value: unknown, expected: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot use ${name} ${show(value)}: expected ${expected}`)
}

/** A value as an error shows it: JSON, cut short. */
function show(value: unknown): string {
  const json = JSON.stringify(value) ?? 'undefined'
  return json.length > 60 ? `${json.slice(0, 60)}...` : json
}
