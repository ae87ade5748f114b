import { type AudioTags, chapterMilliseconds, ENCODER_NAME } from '../audio-tags.ts'
import { concatBytes } from '../concat-bytes.ts'
import { writeAscii } from '../write-ascii.ts'
import { formatId3Text } from './id3-text.ts'

/** Maximum number of digits for a length in milliseconds: 115 days. */
const LENGTH_DIGITS = 10
const HEADER_BYTES = 10
/** Chapters have only times, no byte offsets. */
const NO_OFFSET = 0xffff_ffff
const IS_TOP_LEVEL_AND_ORDERED = 3

/**
 * The ID3v2.3 tag in front of an MP3 (https://id3.org/id3v2.3.0): title, artist, encoder, chapters, and the length if it is
 * known. The tag has the same size with and without the length, so that one can replace the other.
 */
export function formatId3Tag({ title, artist, chapters = [] }: AudioTags, durationSeconds?: number): Uint8Array {
  const milliseconds = durationSeconds === undefined ? undefined : String(Math.round(durationSeconds * 1000))
  const length = milliseconds === undefined ? [] : [formatFrame('TLEN', formatId3Text(milliseconds))]
  const roomForLength = HEADER_BYTES + 1 + LENGTH_DIGITS
  const padding = roomForLength - length.reduce((sum, frame) => sum + frame.length, 0)
  const frames = concatBytes([
    formatFrame('TIT2', formatId3Text(title)),
    formatFrame('TPE1', formatId3Text(artist)),
    formatFrame('TSSE', formatId3Text(ENCODER_NAME)),
    ...formatChapters(chapters),
    ...length,
    new Uint8Array(padding),
  ])
  const header = new DataView(new ArrayBuffer(HEADER_BYTES))
  writeAscii(header, 0, 'ID3')
  header.setUint8(3, 3) // version 2.3.0, no flags
  for (let i = 0; i < 4; i++) header.setUint8(6 + i, (frames.length >> (7 * (3 - i))) & 0x7f)
  return concatBytes([new Uint8Array(header.buffer), frames])
}

/** A table of contents and a frame for each chapter (ID3v2 Chapter Frame Addendum, https://id3.org/id3v2-chapters-1.0). */
function formatChapters(chapters: AudioTags['chapters'] & object): readonly Uint8Array[] {
  if (chapters.length === 0) return []
  const ids = chapters.map((_, i) => formatAscii(`chp${i}`))
  const frames = chapterMilliseconds(chapters).map(({ title, startMs, endMs }, i) => {
    const numbers = new DataView(new ArrayBuffer(16))
    for (const [place, number] of [startMs, endMs, NO_OFFSET, NO_OFFSET].entries()) numbers.setUint32(place * 4, number)
    const name = formatFrame('TIT2', formatId3Text(title))
    return formatFrame('CHAP', concatBytes([ids[i]!, new Uint8Array(numbers.buffer), name]))
  })
  const contents = [formatAscii('toc'), Uint8Array.of(IS_TOP_LEVEL_AND_ORDERED, ids.length), ...ids]
  return [formatFrame('CTOC', concatBytes(contents)), ...frames]
}

/** Zero-terminated ASCII text. */
function formatAscii(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\0`)
}

function formatFrame(name: string, body: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES))
  writeAscii(header, 0, name)
  header.setUint32(4, body.length)
  return concatBytes([new Uint8Array(header.buffer), body])
}
