import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../config.ts'
import { type ClipAudioRow, listClipAudio } from '../../delivery/clips/list-clip-audio.ts'
import type { RecordLine } from '../../storage/backup/dump-records.ts'
import { isEmptyDatabase, loadRecords } from '../../storage/backup/load-records.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { lockDataDirectory } from '../../storage/embedded/data-directory-lock.ts'
import { openAudio, openRecords } from '../../storage/open-storage.ts'
import { freeInterruptedClips } from '../../storage/records/clip-jobs.ts'
import { forgetProcesses } from '../../storage/records/held-characters.ts'
import { listProcesses } from '../../storage/records/processes.ts'
import { createLocalSignals } from '../../storage/signals.ts'
import { makeDataDirectory } from '../data-directory.ts'
import { CommandError } from '../exit-codes.ts'
import { openQueue } from '../open-backends.ts'
import { type Manifest, readManifest, readRecords } from './backup-folder.ts'
import { verifyBackup } from './verify-backup.ts'

type Print = (line: string) => void

const SILENT = { info: () => {}, warn: () => {} }

/**
 * Fills an empty service from a backup: of the same kind of storage or the other one, of this release or an earlier one. The audio
 * comes first and the records in one transaction, so a restoration that breaks off can be repeated.
 */
export async function restoreBackup(folder: string, config: Config, print: Print): Promise<void> {
  const manifest = await readManifest(folder)
  const problems = await verifyBackup(folder, manifest)
  for (const problem of problems) print(problem)
  if (problems.length > 0) throw new CommandError('data', `Cannot restore ${folder}: it is damaged; use another backup`)
  await makeDataDirectory(config.dataDirectory)
  const lock = lockDataDirectory(config.dataDirectory)
  try {
    await fill(folder, { manifest, config, print })
  } finally {
    lock.release()
  }
}

type FillOptions = { readonly manifest: Manifest; readonly config: Config; readonly print: Print }

async function fill(folder: string, { manifest, config, print }: FillOptions): Promise<void> {
  const onError = (error: unknown): void => print(`A connection to the database failed: ${(error as Error).message}`)
  const db = await openRecords(config, onError, manifest.lastMigration)
  const blobs = await openAudio(config)
  try {
    if (!(await isEmptyDatabase(db)))
      throw new CommandError(
        'cannotCreate',
        'Cannot restore: the database is not empty; name a new DATA_DIR or an empty database',
      )
    const files = await restoreAudio(folder, blobs, new Set(manifest.clipsWithoutAudio))
    const queue = await openQueue(config, { db, signals: createLocalSignals(), clock: Date.now, log: SILENT, onError })
    const queueWaiting = async (transaction: Database): Promise<void> => {
      await queue.add(transaction, await freeInterruptedClips(transaction, manifest.clipsWithoutAudio))
    }
    try {
      const rows = await loadRecords(db, readRecords(folder), queueWaiting)
      print(`Restored ${rows} records and ${files} audio files of ${manifest.createdAt}.`)
    } finally {
      await queue.close()
    }
  } finally {
    blobs.close()
    await db.destroy()
  }
  await bringUpToDate(config, onError)
}

/** A backup of an earlier release goes through the migrations since. The processes of the backup are not here. */
async function bringUpToDate(config: Config, onError: (error: unknown) => void): Promise<void> {
  const db: Database = await openRecords(config, onError)
  try {
    await db
      .transaction()
      .execute(async (transaction) => forgetProcesses(transaction, await listProcesses(transaction)))
  } finally {
    await db.destroy()
  }
}

async function restoreAudio(folder: string, blobs: BlobStore, without: ReadonlySet<string>): Promise<number> {
  let count = 0
  for await (const line of readRecords(folder)) {
    for (const { key, bytes } of completeClipFiles(line)) {
      if (without.has(line.row.id as string)) continue
      const content = await buffer(createReadStream(join(folder, 'audio', key))).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' && bytes === undefined) return undefined
          throw error
        },
      )
      if (content === undefined) continue
      await blobs.put(key, [content])
      count += 1
    }
  }
  return count
}

function completeClipFiles({ table, row }: RecordLine) {
  return table === 'clips' && row.status === 'COMPLETE' ? listClipAudio(row as ClipAudioRow) : []
}
