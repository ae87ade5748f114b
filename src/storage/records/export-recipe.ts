import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'

/** A paragraph of an export, in the order in which it is heard. */
export type RecipeParagraph = {
  /** The caller's own name for it. */
  readonly id: string | null
  /** The clip that holds its speech. */
  readonly clipId: string
  /** The hash of its plan and of the version of its voice. */
  readonly key: string
  /** Names its file and its chapter; empty if it has no name. */
  readonly name: string
  /** Title of the scene that begins with it; null if none does. */
  readonly scene: string | null
  /** Name of the avatar that speaks it. */
  readonly voice: string
  /** Seconds of silence after it. */
  readonly pauseSeconds: number
}

/** How an export becomes files, as plain JSON. It is stored with the export. */
export type ExportRecipe = {
  readonly version: 1
  readonly paragraphs: readonly RecipeParagraph[]
  /** One file, one for each scene, or one for each paragraph. */
  readonly layout: 'one' | 'scene' | 'paragraph'
  readonly output: OutputFormat
  /** Integrated loudness in LUFS; null to leave the level as it is. */
  readonly loudness: number | null
  /** Caption files beside each audio file. */
  readonly captions: readonly ('srt' | 'vtt' | 'json')[]
  /** What a chapter is. */
  readonly chapters: 'scene' | 'paragraph' | 'none'
  /** Whether there are audio files, and not captions or chapters alone. */
  readonly hasAudio: boolean
  /** Whether a text file lists the chapters of each audio file. */
  readonly hasChapterList: boolean
  /** Pattern of the file names, such as `{number} {name}`. */
  readonly fileNames: string
}

/** The file of a COMPLETE export: an audio file, or a ZIP of several files. */
export type ExportFile = {
  /** As it is saved, with its ending. */
  readonly name: string
  readonly contentType: string
  readonly bytes: number
  readonly crc32: number
  /** Number of files in it. */
  readonly files: number
}
