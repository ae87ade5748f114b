import {
  AUDIO_FORMATS,
  type AudioFormat,
  type BitrateMode,
  type OutputFormat,
  RATES_OF_FORMAT,
} from '../../delivery/files/output-format.ts'
import { isAbsent, refuseValue } from './refuse-value.ts'

const FORMATS: ReadonlyMap<unknown, AudioFormat> = new Map([
  ...AUDIO_FORMATS.map((format) => [format, format] as const),
  ['ogg', 'opus'],
  ['ulaw', 'mulaw'],
  ['mu-law', 'mulaw'],
  ['a-law', 'alaw'],
])

const MODES: ReadonlyMap<unknown, BitrateMode> = new Map([
  ['cbr', 'constant'],
  ['vbr', 'variable'],
])

/**
 * The `audio_configs` of a request; `defaultFormat` is that of a request which names none. Throws MISSING_ARGUMENT with the
 * choices. Whether the format has the bitrate at the sample rate is left to `checkBitrate`, as the rate may be the voice's.
 */
export function parseAudioConfigs(value: unknown, defaultFormat: AudioFormat): OutputFormat {
  if (isAbsent(value)) return withSampleRate(defaultFormat, undefined)
  if (typeof value !== 'object' || Array.isArray(value)) throw refuseValue('audio_configs', value, 'an object')
  const fields = value as Readonly<Record<string, unknown>>
  return {
    ...withSampleRate(parseFormat(fields.file_format) ?? defaultFormat, fields.sample_rate),
    ...parseBitrate(fields.bitrate),
    ...parseBitrateMode(fields.bitrate_mode),
  }
}

function parseFormat(value: unknown): AudioFormat | undefined {
  if (isAbsent(value)) return undefined
  const format = FORMATS.get(inLowerCase(value))
  if (format === undefined) throw refuseValue('audio_configs.file_format', value, AUDIO_FORMATS.join(', '))
  return format
}

function withSampleRate(format: AudioFormat, value: unknown): OutputFormat {
  const choices = RATES_OF_FORMAT[format]
  if (isAbsent(value)) return choices.length === 1 ? { format, sampleRate: choices[0]! } : { format }
  const sampleRate = choices.find((known) => known === value || String(known) === value)
  if (sampleRate === undefined)
    throw refuseValue('audio_configs.sample_rate', value, `${choices.join(', ')} Hz for ${format}`)
  return { format, sampleRate }
}

function parseBitrate(value: unknown): Pick<OutputFormat, 'bitrate'> {
  if (isAbsent(value)) return {}
  const isNumber = typeof value === 'number' || (typeof value === 'string' && /^\d{1,4}$/.test(value))
  const bitrate = isNumber ? Number(value) : 0
  if (!Number.isFinite(bitrate) || bitrate <= 0) throw refuseValue('audio_configs.bitrate', value, 'a number of kb/s')
  return { bitrate }
}

function parseBitrateMode(value: unknown): Pick<OutputFormat, 'bitrateMode'> {
  if (isAbsent(value)) return {}
  const bitrateMode = MODES.get(inLowerCase(value))
  if (bitrateMode === undefined) {
    throw refuseValue('audio_configs.bitrate_mode', value, [...MODES.keys()].join(', '))
  }
  return { bitrateMode }
}

function inLowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
