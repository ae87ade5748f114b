/** Bitrates in kb/s, by their index in a frame header. Index 0 means "free format" (ISO/IEC 11172-3 and 13818-3). */
const HEADER_BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const HEADER_BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

/** Highest bitrate that LAME writes in MPEG-2.5, which no standard describes, in kb/s. */
const HIGHEST_BITRATE_2_5 = 64

/** The bitrates in kb/s by their index in the header of a frame at a sample rate in Hz. */
export function mp3HeaderBitrates(sampleRate: number): readonly number[] {
  return sampleRate >= 32_000 ? HEADER_BITRATES_1 : HEADER_BITRATES_2
}

/** The MP3 bitrates at a sample rate in Hz, in kb/s and ascending. */
export function mp3Bitrates(sampleRate: number): readonly number[] {
  const bitrates = mp3HeaderBitrates(sampleRate).slice(1)
  return sampleRate < 16_000 ? bitrates.filter((bitrate) => bitrate <= HIGHEST_BITRATE_2_5) : bitrates
}
