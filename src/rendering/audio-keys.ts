import type { OutputFormat } from './output-format.ts'

export type { OutputFormat }

/** Where a clip's file is kept. Sharded by the first digits of the id, so that no folder grows large. */
export function clipFileKey(clipId: string, { format }: OutputFormat): string {
  return `clips/${clipId.slice(0, 2)}/${clipId}.${format}`
}

/** Where a clip's lossless master is kept: 16-bit WAV at the voice's own rate. */
export function clipMasterKey(clipId: string): string {
  return `masters/${clipId.slice(0, 2)}/${clipId}.wav`
}

/** Where an avatar's preview is kept. `hash` changes with the voice, so that an old preview is never played for a new voice. */
export function previewKey(speakerId: number, hash: string): string {
  return `previews/${speakerId}-${hash}.mp3`
}
