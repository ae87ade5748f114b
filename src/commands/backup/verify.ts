import { formatCount } from '../../api/answers/format-count.ts'
import type { Config } from '../../config.ts'
import { checkClipAudio } from '../../delivery/clips/check-clip-audio.ts'
import { listClipAudio } from '../../delivery/clips/list-clip-audio.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { isDamaged } from '../../storage/embedded/sqlite-errors.ts'
import { appliedMigrations, findDamage, findUnstorableRecords } from '../../storage/inspect-records.ts'
import { connectRecords, openAudio } from '../../storage/open-storage.ts'
import { findClip } from '../../storage/records/clips.ts'
import { listCompleteClips } from '../../storage/records/complete-clips.ts'
import { CommandError } from '../exit-codes.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import { readManifest } from './backup-folder.ts'
import { verifyBackup } from './verify-backup.ts'

type Print = (line: string) => void

/** Checks a backup, or the storage of a service while it runs. Prints what is wrong, clip by clip, and throws if anything is. */
export async function verify(
  { folder, json }: JsonOption & { readonly folder: string | undefined },
  config: Config,
  print: Print,
): Promise<void> {
  const say = json ? () => {} : print
  const problems = folder === undefined ? await verifyService(config) : await verifyFolder(folder, say)
  for (const problem of problems) say(problem)
  if (json) print(toJson({ problems }))
  if (problems.length === 0) return say('Nothing is wrong.')
  const remedy =
    folder === undefined
      ? 'a damaged database needs a backup; clips are rendered again when they are next asked for'
      : 'make another backup'
  throw new CommandError('data', `${formatCount(problems.length, 'problem')} found: ${remedy}`)
}

async function verifyFolder(folder: string, print: Print): Promise<readonly string[]> {
  const manifest = await readManifest(folder)
  const { createdAt, release, rows, clips, audioFiles } = manifest
  print(`Backup of ${createdAt} by release ${release}: ${rows} records, ${clips} clips, ${audioFiles} audio files.`)
  return await verifyBackup(folder, manifest)
}

async function verifyService(config: Config): Promise<readonly string[]> {
  const blobs = await openAudio(config, { isReader: true })
  const problems: string[] = []
  try {
    const db = await connectRecords(config)
    try {
      if ((await appliedMigrations(db)).length === 0)
        throw new CommandError('noInput', 'Cannot verify: the database is empty; check DATA_DIR or DATABASE_URL')
      problems.push(...(await findDamage(db)))
      problems.push(...(await findUnstorableRecords(db)))
      problems.push(...(await findDamagedAudio(db, blobs)))
    } finally {
      await db.destroy()
    }
  } catch (error) {
    // Too damaged to be read any further.
    if (!isDamaged(error)) throw error
    problems.push(`The database is damaged: ${(error as Error).message}`)
  } finally {
    blobs.close()
  }
  return problems
}

async function findDamagedAudio(db: Database, blobs: BlobStore): Promise<readonly string[]> {
  const problems: string[] = []
  for await (const clip of listCompleteClips(db)) {
    for (const file of listClipAudio(clip)) {
      const problem = await checkClipAudio(file, blobs).catch(
        (error: unknown) => `${file.key}: ${(error as Error).message}`,
      )
      if (problem === undefined) continue
      // It may have been deleted, or rendered again, meanwhile.
      if ((await findClip(db, clip.id))?.status === 'COMPLETE') problems.push(`Clip ${clip.id}: ${problem}`)
    }
  }
  return problems
}
