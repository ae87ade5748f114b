import type { AudioFormat, OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import { bitratesOf } from '../../audio/encoding/bitrates.ts'
import { G711_SAMPLE_RATE } from '../../audio/encoding/g711/g711-encoder.ts'
import { ServiceError } from '../../errors.ts'

export {
  AUDIO_FORMATS,
  type AudioFormat,
  type BitrateMode,
  type OutputFormat,
} from '../../audio/encoding/audio-encoder.ts'
export { G711_SAMPLE_RATE } from '../../audio/encoding/g711/g711-encoder.ts'

/** Hz that any format but G.711 can be asked for. */
export const SAMPLE_RATES = [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const

const G711_RATES = [G711_SAMPLE_RATE] as const

/** Hz that each format can be asked for. A format with one rate has it if a caller names none. */
export const RATES_OF_FORMAT: Readonly<Record<AudioFormat, readonly number[]>> = {
  mp3: SAMPLE_RATES,
  wav: SAMPLE_RATES,
  flac: SAMPLE_RATES,
  opus: SAMPLE_RATES,
  aac: SAMPLE_RATES,
  pcm: SAMPLE_RATES,
  mulaw: G711_RATES,
  alaw: G711_RATES,
}

/** Throws MISSING_ARGUMENT if the format does not support the bitrate, or the mode, for audio of `ownSampleRate` Hz. */
export function checkBitrate({ format, bitrate, bitrateMode, ...output }: OutputFormat, ownSampleRate: number): void {
  const sampleRate = output.sampleRate ?? ownSampleRate
  const choices = bitratesOf(format, sampleRate)
  if (choices.length === 0) {
    if (bitrate !== undefined) throw refusal(`bitrate ${bitrate}: ${format} has none; expected mp3, opus or aac`)
    if (bitrateMode !== undefined) throw refusal(`bitrate_mode: ${format} has none; expected mp3 or opus`)
    return
  }
  if (format === 'aac' && bitrateMode === 'variable')
    throw refusal('bitrate_mode vbr: aac has cbr alone; expected mp3 or opus')
  if (bitrate === undefined || choices.includes(bitrate)) return
  const named = format === 'mp3' ? choices.join(', ') : `${choices[0]} to ${choices.at(-1)}`
  throw refusal(`bitrate ${bitrate}: expected ${named} kb/s for ${format} at ${sampleRate} Hz`)
}

function refusal(problem: string): ServiceError {
  return new ServiceError('MISSING_ARGUMENT', `Cannot use audio_configs.${problem}`)
}
