import type { StoredAudio } from '../../storage/records/clips.ts'
import { clipKeys } from './audio-keys.ts'

/** A file that a COMPLETE clip has. Size and checksum are unknown for clips of early versions. */
export type ClipFile = { readonly clipId: string; readonly key: string } & Partial<Pick<StoredAudio, 'bytes' | 'crc32'>>

/** The columns of a clip that name its audio, as the database holds them. */
export type ClipAudioRow = { readonly id: string; readonly format: string; readonly audio: string | null }

/** Returns the files of a COMPLETE clip. Of a clip of an early version, those that it may have. */
export function listClipAudio({ id: clipId, format, audio }: ClipAudioRow): readonly ClipFile[] {
  if (audio !== null) return (JSON.parse(audio) as readonly StoredAudio[]).map((file) => ({ clipId, ...file }))
  return clipKeys(clipId, JSON.parse(format)).map((key) => ({ clipId, key }))
}
