const VERSION_1 = 3
const VERSION_2 = 2
const VERSION_2_5 = 0

/** kb/s that the header of a frame can name, by its index; index 0 means "not told". */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Sample rate -> version bits, rate index, and the bitrate for one voice: enough for LAME to keep the whole band. */
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

/** The sample rates that MPEG-1, MPEG-2 and MPEG-2.5 layer III know, in Hz. */
export const MP3_SAMPLE_RATES = Object.keys(RATES).map(Number) as readonly Mp3SampleRate[]

/** How a mono stream of constant bitrate is laid out in frames (ISO/IEC 11172-3 and 13818-3; MPEG-2.5 by Fraunhofer). */
export type Mp3Layout = {
  readonly sampleRate: Mp3SampleRate
  /** kb/s. */
  readonly bitrate: (typeof RATES)[Mp3SampleRate][2]
  readonly samplesPerFrame: 576 | 1152
  /** Of a frame without a padding slot. */
  readonly bytesPerFrame: number
  /** Bytes by which `bytesPerFrame` is too short, times `sampleRate`: padding slots make them up. */
  readonly missingPerFrame: number
  /** The first four bytes of a frame without a padding slot: no checksum, mono, original. */
  readonly header: readonly [number, number, number, number]
  /** Where the main data of a frame begins. */
  readonly dataOffset: number
}

/** The layout for a sample rate; throws where MP3 does not know it. */
export function mp3Layout(sampleRate: number): Mp3Layout {
  const rate = MP3_SAMPLE_RATES.find((known) => known === sampleRate)
  if (rate === undefined)
    throw new Error(`Cannot encode MP3 at ${sampleRate} Hz: expected one of ${MP3_SAMPLE_RATES.join(', ')}`)
  const [version, rateIndex, bitrate] = RATES[rate]
  const isFirst = version === VERSION_1
  const samplesPerFrame = isFirst ? 1152 : 576
  const byteRate = (samplesPerFrame / 8) * bitrate * 1000
  const bitrateIndex = (isFirst ? BITRATES_1 : BITRATES_2).indexOf(bitrate)
  return {
    sampleRate: rate,
    bitrate,
    samplesPerFrame,
    bytesPerFrame: Math.floor(byteRate / rate),
    missingPerFrame: byteRate % rate,
    header: [0xff, 0xe3 | (version << 3), (bitrateIndex << 4) | (rateIndex << 2), 0xc4],
    dataOffset: isFirst ? 21 : 13,
  }
}

/** Samples that LAME puts before the first sample; decoders add 529 of their own and take both off where a header tells. */
export const ENCODER_DELAY = 576

/** Frames of a whole stream of `samples` samples as LAME ends it: with at least 576 samples of padding. */
export function countMp3Frames(samples: number, { samplesPerFrame }: Mp3Layout): number {
  return Math.ceil((ENCODER_DELAY + samples + 576) / samplesPerFrame)
}

/** Bytes of the first `frames` frames. LAME adds a padding slot to a frame as soon as the stream would fall behind. */
export function countMp3Bytes(frames: number, { bytesPerFrame, missingPerFrame, sampleRate }: Mp3Layout): number {
  if (frames === 0) return 0
  return frames * bytesPerFrame + Math.ceil(((frames - 1) * missingPerFrame) / sampleRate)
}
