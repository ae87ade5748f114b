import { refuseValue } from '../../schemas/refuse-value.ts'
import { DEFAULT_OUTPUT_FORMAT, OUTPUT_FORMAT } from './elevenlabs-schemas.ts'

const CODECS: ReadonlyMap<string, string> = new Map([
  ['mp3', 'mp3'],
  ['pcm', 'pcm'],
  ['wav', 'wav'],
  ['ulaw', 'mulaw'],
  ['alaw', 'alaw'],
  ['opus', 'opus'],
])

/** The `audio_configs` for an `output_format` such as `mp3_44100_128`. Throws MISSING_ARGUMENT for one that we cannot make. */
export function parseOutputFormat(value: unknown): Readonly<Record<string, unknown>> {
  const name = value ?? DEFAULT_OUTPUT_FORMAT
  const { codec = '', rate, bitrate } = (typeof name === 'string' ? OUTPUT_FORMAT.exec(name)?.groups : undefined) ?? {}
  const format = CODECS.get(codec)
  if (format === undefined)
    throw refuseValue(
      'output_format',
      value,
      'mp3_RATE_BITRATE, opus_48000_BITRATE, pcm_RATE, wav_RATE, ulaw_8000 or alaw_8000',
    )
  return { file_format: format, sample_rate: Number(rate), ...(bitrate !== undefined && { bitrate: Number(bitrate) }) }
}
