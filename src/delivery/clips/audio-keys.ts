import { WAV_HEADER_BYTES } from '../../audio/encoding/wav-header.ts'
import type { AudioFormat, OutputFormat } from '../files/output-format.ts'

export type { OutputFormat }

/** A stored file, or what a stored file holds from `skippedBytes` on. */
export type StoredFile = { readonly key: string; readonly skippedBytes: number }

/** Every clip has a lossless master: 16-bit WAV at the voice's own rate. */
export const MASTER_FORMAT: OutputFormat = { format: 'wav' }

/** Number of bytes in the master before the requested file, for formats that the master contains. */
const SKIPPED_BYTES: Readonly<Partial<Record<AudioFormat, number>>> = { wav: 0, pcm: WAV_HEADER_BYTES }

/** Storage key of a clip's lossless master. Sharded by the first digits of the id, so that no folder grows large. */
export function clipMasterKey(clipId: string): string {
  return `masters/${clipId.slice(0, 2)}/${clipId}.wav`
}

/** Returns the location of a clip's requested file: in the master, or in a file of its own. */
export function clipFile(clipId: string, { format, sampleRate }: OutputFormat): StoredFile {
  const skippedBytes = sampleRate === undefined ? SKIPPED_BYTES[format] : undefined
  if (skippedBytes !== undefined) return { key: clipMasterKey(clipId), skippedBytes }
  return { key: ownFileKey(clipId, format), skippedBytes: 0 }
}

/** All that may hold audio of a clip, whatever version stored it: earlier ones gave each a file of its own. */
export function clipKeys(clipId: string, { format }: OutputFormat): readonly string[] {
  return [ownFileKey(clipId, format), clipMasterKey(clipId)]
}

function ownFileKey(clipId: string, format: AudioFormat): string {
  return `clips/${clipId.slice(0, 2)}/${clipId}.${format}`
}

/** Storage key of an avatar's preview. `hash` changes with the voice, so that an old preview is never played for a new voice. */
export function previewKey(speakerId: number, hash: string): string {
  return `previews/${speakerId}-${hash}.mp3`
}
