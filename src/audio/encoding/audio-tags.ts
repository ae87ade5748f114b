/** Metadata of a file, for formats that support it: MP3, FLAC and Opus. */
export type AudioTags = {
  readonly title: string
  /** Names of the avatars that speak in the file. */
  readonly artist: string
  /** Chapters that a player can jump to, in order. */
  readonly chapters?: readonly Chapter[]
}

export type Chapter = {
  readonly title: string
  readonly startSeconds: number
  readonly endSeconds: number
}

/** Name of the encoding program in tags. */
export const ENCODER_NAME = 'Declaim'

/** Start and end of a chapter in whole milliseconds. The range covers all of the chapter's audio and none of the next chapter's. */
export function chapterMilliseconds(
  chapters: readonly Chapter[],
): readonly { readonly title: string; readonly startMs: number; readonly endMs: number }[] {
  const starts = chapters.map(({ startSeconds }) => Math.round(startSeconds * 1000))
  return chapters.map(({ title, endSeconds }, i) => ({
    title,
    startMs: starts[i]!,
    endMs: Math.min(Math.ceil(endSeconds * 1000), starts[i + 1] ?? Number.POSITIVE_INFINITY),
  }))
}
