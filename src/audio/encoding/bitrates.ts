import { aacBitrates } from './aac/aac-encoder.ts'
import type { AudioFormat } from './audio-encoder.ts'
import { mp3Bitrates } from './mp3/mp3-bitrates.ts'

const OPUS = Array.from({ length: 251 }, (_, i) => i + 6)

/** The bitrates of a format at a sample rate in Hz, in kb/s and ascending. Empty for lossless formats and for G.711, which has only one. */
export function bitratesOf(format: AudioFormat, sampleRate: number): readonly number[] {
  switch (format) {
    case 'opus':
      return OPUS
    case 'aac':
      return aacBitrates(sampleRate)
    case 'mp3':
      return mp3Bitrates(sampleRate)
    case 'wav':
    case 'flac':
    case 'pcm':
    case 'mulaw':
    case 'alaw':
      return []
  }
}
