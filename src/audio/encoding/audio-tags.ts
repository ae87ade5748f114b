/** What a file says of itself, for those formats that have a place for it: MP3, FLAC and Opus. */
export type AudioTags = {
  readonly title: string
  /** Names of the avatars that speak. */
  readonly artist: string
  /** Stretches that a player can jump to, in order. */
  readonly chapters?: readonly Chapter[]
}

export type Chapter = {
  readonly title: string
  readonly startSeconds: number
  readonly endSeconds: number
}

/** The program that encoded, as tags name it. */
export const ENCODER_NAME = 'Declaim'

/** When a chapter begins and ends, in whole milliseconds: it holds all of its audio, and none of what comes after it. */
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
