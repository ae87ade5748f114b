import type { AudioFormat } from './audio-encoder.ts'

const MPEG_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const MPEG_2 = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const MPEG_2_5 = [8, 16, 24, 32, 40, 48, 56, 64]
const OPUS = Array.from({ length: 251 }, (_, i) => i + 6)

/**
 * The bitrates that a format has at a sample rate in Hz, in kb/s and rising; none for formats that lose nothing and for
 * mu-law, which have no choice. MP3: ISO/IEC 11172-3 and 13818-3, and LAME for MPEG-2.5.
 */
export function bitratesOf(format: AudioFormat, sampleRate: number): readonly number[] {
  if (format === 'opus') return OPUS
  if (format !== 'mp3') return []
  if (sampleRate >= 32_000) return MPEG_1
  return sampleRate >= 16_000 ? MPEG_2 : MPEG_2_5
}
