import type { AudioFormat } from '../../src/audio/encoding/audio-encoder.ts'
import { opusSampleRate } from '../../src/audio/encoding/opus/opus-encoder.ts'
import { resampledLength } from '../../src/audio/resampling/resampler.ts'
import { type AudioDecoder, decodeAudio } from './decode-audio.ts'
import { encodeWhole } from './encode-whole.ts'
import { makeTone } from './make-tone.ts'

/** The decoders that measure each format; PCM is counted. */
export const FORMAT_DECODERS = {
  mp3: ['mpg123', 'ffmpeg'],
  wav: ['sox', 'ffmpeg'],
  flac: ['flac', 'ffmpeg'],
  opus: ['ffmpeg'],
  aac: ['ffmpeg'],
  pcm: [],
  mulaw: ['sox'],
  alaw: ['sox'],
} as const satisfies Record<AudioFormat, readonly AudioDecoder[]>

type MeasureOptions = {
  readonly format: AudioFormat
  /** Hz that go in. */
  readonly from: number
  /** Hz that are asked for. */
  readonly to: number
  /** As in EncoderOptions: the whole is known, or only at the end. */
  readonly length: 'known' | 'file'
}

/**
 * By how many samples a file decodes to more than went in, brought to the rate that was asked for: the largest error among the
 * decoders of its format. Opus is measured at 48 kHz, at which it plays. Throws if a decoder warns.
 */
export async function measureLengthError(
  samples: number,
  { format, from, to, length }: MeasureOptions,
): Promise<number> {
  const tags = { title: 'Length', artist: 'Tone' }
  const options = { format, inputSampleRate: from, sampleRate: to, length: length === 'known' ? samples : length, tags }
  const file = await encodeWhole(makeTone(samples, from), options)
  const expected =
    format === 'opus'
      ? resampledLength(resampledLength(samples, { from, to: opusSampleRate(to) }), {
          from: opusSampleRate(to),
          to: 48_000,
        })
      : resampledLength(samples, { from, to })
  if (format === 'pcm') return file.length / 2 - expected
  const decoders: readonly AudioDecoder[] = FORMAT_DECODERS[format]
  // The header of a streamed FLAC has no MD5, so the flac command prints a warning.
  const used = format === 'flac' && length === 'known' ? decoders.filter((name) => name !== 'flac') : decoders
  const errors = await Promise.all(
    used.map(async (decoder) => {
      const decoded = await decodeAudio(file, { decoder, format })
      if (decoded.warnings !== '') throw new Error(`${decoder} warns: ${decoded.warnings}`)
      return decoded.samples.length - expected
    }),
  )
  return errors.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0]!
}
