import { type AudioTags, chapterMilliseconds, ENCODER_NAME } from './audio-tags.ts'
import { concatBytes } from './concat-bytes.ts'

/**
 * The Vorbis comments of FLAC and Opus (https://xiph.org/vorbis/doc/v-comment.html): the encoder and the tags. Chapters follow
 * https://wiki.xiph.org/Chapter_Extension, which players read. It holds only the start of each chapter.
 */
export function formatVorbisComments(tags?: AudioTags): Uint8Array {
  const comments = tags === undefined ? [] : listComments(tags)
  return concatBytes([formatText(ENCODER_NAME), formatLength(comments.length), ...comments.map(formatText)])
}

function listComments({ title, artist, chapters = [] }: AudioTags): readonly string[] {
  const marks = chapterMilliseconds(chapters).flatMap((chapter, i) => {
    const name = `CHAPTER${String(i + 1).padStart(3, '0')}`
    return [`${name}=${formatTime(chapter.startMs)}`, `${name}NAME=${chapter.title}`]
  })
  return [`TITLE=${title}`, `ARTIST=${artist}`, `ENCODER=${ENCODER_NAME}`, ...marks]
}

/** Formats milliseconds as `01:02:03.456`. */
function formatTime(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return `${clock}.${String(milliseconds % 1000).padStart(3, '0')}`
}

function formatText(text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  return concatBytes([formatLength(bytes.length), bytes])
}

function formatLength(length: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, length, true)
  return new Uint8Array(view.buffer)
}
