import { aacBitrates } from './aac/aac-encoder.ts'
import type { AudioFormat } from './audio-encoder.ts'
import { mp3Bitrates } from './mp3/mp3-bitrates.ts'

const OPUS = Array.from({ length: 251 }, (_, i) => i + 6)

/** The bitrates of a format at a sample rate in Hz, in kb/s and ascending. Empty for lossless formats and for mu-law, which has only one. */
export function bitratesOf(format: AudioFormat, sampleRate: number): readonly number[] {
  if (format === 'opus') return OPUS
  if (format === 'aac') return aacBitrates(sampleRate)
  return format === 'mp3' ? mp3Bitrates(sampleRate) : []
}
