export type Mp3Frame = {
  /** In bytes of the file. */
  readonly start: number
  readonly bytes: number
  /** kb/s. */
  readonly bitrate: number
}

const BITRATES = {
  first: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  later: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const RATES = [44_100, 48_000, 32_000]

/** The frames of an MP3 without tags, by their headers; throws if there is a gap between two frames. */
export function readFrames(mp3: Buffer): readonly Mp3Frame[] {
  const frames: Mp3Frame[] = []
  for (let start = 0; start < mp3.length; start += frames.at(-1)!.bytes) {
    const [sync, version, settings] = [mp3[start]!, (mp3[start + 1]! >> 3) & 3, mp3[start + 2]!]
    if (sync !== 0xff || mp3[start + 1]! >> 5 !== 7) throw new Error(`No frame begins at byte ${start}`)
    const isFirst = version === 3
    const rate = RATES[(settings >> 2) & 3]! / (isFirst ? 1 : version === 2 ? 2 : 4)
    const bitrate = BITRATES[isFirst ? 'first' : 'later'][settings >> 4]!
    const bytes = Math.floor(((isFirst ? 144_000 : 72_000) * bitrate) / rate) + ((settings >> 1) & 1)
    frames.push({ start, bytes, bitrate })
  }
  return frames
}
