import { join } from 'node:path'
import { checkClipAudio } from '../../delivery/clips/check-clip-audio.ts'
import { type ClipAudioRow, listClipAudio } from '../../delivery/clips/list-clip-audio.ts'
import { openFileReader } from '../../storage/files/file-blob-store.ts'
import { hashRecords, type Manifest, readRecords } from './backup-folder.ts'

/** Lists what is wrong with a backup: its records as a whole, and the audio of each clip. */
export async function verifyBackup(folder: string, manifest: Manifest): Promise<readonly string[]> {
  const sum = await hashRecords(folder)
  if (sum !== manifest.recordsSha256) return [`The records have another checksum than when the backup was made`]
  const blobs = openFileReader(join(folder, 'audio'))
  const without = new Set(manifest.clipsWithoutAudio)
  const problems: string[] = []
  for await (const { table, row } of readRecords(folder)) {
    if (table !== 'clips' || row.status !== 'COMPLETE' || without.has(row.id as string)) continue
    for (const file of listClipAudio(row as ClipAudioRow)) {
      const problem = await checkClipAudio(file, blobs)
      if (problem !== undefined) problems.push(`Clip ${file.clipId}: ${problem}`)
    }
  }
  return problems
}
