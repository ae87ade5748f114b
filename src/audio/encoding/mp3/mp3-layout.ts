import type { EncoderOptions } from '../audio-encoder.ts'
import { mp3Bitrates, mp3HeaderBitrates } from './mp3-bitrates.ts'

const VERSION_1 = 3
const VERSION_2 = 2
const VERSION_2_5 = 0

/** Bytes of an info frame after its side information: Xing's header with all fields, and LAME's extension. */
const INFO_BYTES = 120 + 36

/** By sample rate in Hz: version bits, rate index, and the default bitrate for one voice, at which LAME keeps the whole band. */
const RATES = {
  8000: [VERSION_2_5, 2, 32],
  11025: [VERSION_2_5, 0, 32],
  12000: [VERSION_2_5, 1, 32],
  16000: [VERSION_2, 2, 64],
  22050: [VERSION_2, 0, 64],
  24000: [VERSION_2, 1, 64],
  32000: [VERSION_1, 2, 96],
  44100: [VERSION_1, 0, 128],
  48000: [VERSION_1, 1, 128],
} as const

export type Mp3SampleRate = keyof typeof RATES

/** The sample rates of MPEG-1, MPEG-2 and MPEG-2.5 layer III, in Hz. */
export const MP3_SAMPLE_RATES = Object.keys(RATES).map(Number) as readonly Mp3SampleRate[]

/** How a mono stream is laid out in frames (ISO/IEC 11172-3 and 13818-3; MPEG-2.5 by Fraunhofer). */
export type Mp3Layout = {
  readonly sampleRate: Mp3SampleRate
  readonly samplesPerFrame: 576 | 1152
  /** kb/s of every frame, or the mean if frames vary; undefined if LAME's quality setting decides. */
  readonly bitrate: number | undefined
  /** Fields that all frames after the info frame share; undefined if frames vary. */
  readonly constant: ConstantFrames | undefined
  /** The info frame: its first four bytes (no checksum, mono, original) and its length. `dataOffset` is the offset of its main data. */
  readonly info: { readonly header: readonly [number, number, number, number]; readonly bytes: number }
  readonly dataOffset: number
}

export type ConstantFrames = {
  /** Size of a frame without a padding slot. */
  readonly bytesPerFrame: number
  /** Bytes by which `bytesPerFrame` is too short, times `sampleRate`. Padding slots make up for them. */
  readonly missingPerFrame: number
}

/** Returns the requested layout. Throws if MP3 does not have the sample rate, or the bitrate at that rate. */
export function mp3Layout({
  sampleRate,
  bitrate,
  bitrateMode = 'constant',
}: Pick<EncoderOptions, 'sampleRate' | 'bitrate' | 'bitrateMode'>): Mp3Layout {
  const rate = MP3_SAMPLE_RATES.find((known) => known === sampleRate)
  if (rate === undefined)
    throw new Error(`Cannot encode MP3 at ${sampleRate} Hz: expected one of ${MP3_SAMPLE_RATES.join(', ')}`)
  const bitrates = mp3Bitrates(rate)
  if (bitrate !== undefined && !bitrates.includes(bitrate))
    throw new Error(`Cannot encode MP3 of ${bitrate} kb/s at ${rate} Hz: expected one of ${bitrates.join(', ')}`)
  const isConstant = bitrateMode === 'constant'
  const ownBitrate = bitrate ?? (isConstant ? RATES[rate][2] : undefined)
  const isFirst = rate >= 32_000
  const samplesPerFrame = isFirst ? 1152 : 576
  const dataOffset = isFirst ? 21 : 13
  // Bytes per frame, times the sample rate.
  const byteRate = (frameBitrate: number): number => (samplesPerFrame / 8) * frameBitrate * 1000
  const roomForInfo = (dataOffset + INFO_BYTES) * rate
  const infoBitrate = bitrates.find((each) => each >= (isConstant ? ownBitrate! : 0) && byteRate(each) >= roomForInfo)!
  return {
    sampleRate: rate,
    samplesPerFrame,
    bitrate: ownBitrate,
    constant: isConstant ? constantFrames(byteRate(ownBitrate!), rate) : undefined,
    info: { header: frameHeader(rate, infoBitrate), bytes: Math.floor(byteRate(infoBitrate) / rate) },
    dataOffset,
  }
}

function constantFrames(byteRate: number, sampleRate: number): ConstantFrames {
  return { bytesPerFrame: Math.floor(byteRate / sampleRate), missingPerFrame: byteRate % sampleRate }
}

function frameHeader(sampleRate: Mp3SampleRate, bitrate: number): Mp3Layout['info']['header'] {
  const [version, rateIndex] = RATES[sampleRate]
  const bitrateIndex = mp3HeaderBitrates(sampleRate).indexOf(bitrate)
  return [0xff, 0xe3 | (version << 3), (bitrateIndex << 4) | (rateIndex << 2), 0xc4]
}

/** Samples that LAME adds before the first one. Decoders add 529 more and remove both if a header gives the delay. */
export const ENCODER_DELAY = 576

/** Number of frames in a stream of `samples` samples. LAME ends a stream with at least 576 samples of padding. */
export function countMp3Frames(samples: number, { samplesPerFrame }: Mp3Layout): number {
  return Math.ceil((ENCODER_DELAY + samples + 576) / samplesPerFrame)
}

/**
 * Bytes of the first `frames` frames of constant bitrate, without the info frame. LAME adds a padding slot to a frame as soon as
 * the stream would fall behind its bitrate.
 */
export function countConstantBytes(
  frames: number,
  { bytesPerFrame, missingPerFrame }: ConstantFrames,
  sampleRate: number,
): number {
  if (frames === 0) return 0
  return frames * bytesPerFrame + Math.ceil(((frames - 1) * missingPerFrame) / sampleRate)
}
