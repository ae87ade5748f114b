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
import { type JsonOption, toJson } from '../to-json.ts'
import { type Manifest, readManifest, readRecords } from './backup-folder.ts'
import { verifyBackup } from './verify-backup.ts'

type Print = (line: string) => void

const SILENT = { info: () => {}, warn: () => {} }

/**
 * Fills an empty service from a backup: of the same kind of storage or the other one, of this release or an earlier one. The audio
 * comes first and the records in one transaction, so a restoration that breaks off can be repeated.
 */
export async function restoreBackup(
  { folder, json }: JsonOption & { readonly folder: string },
  config: Config,
  print: Print,
): Promise<void> {
  const manifest = await readManifest(folder)
  const problems = await verifyBackup(folder, manifest)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  if (problems.length > 0) throw new CommandError('data', `Cannot restore ${folder}: it is damaged; use another backup`)
  await makeDataDirectory(config.dataDirectory)
  const lock = lockDataDirectory(config.dataDirectory)
  try {
    const { createdAt } = manifest
    const { rows, files } = await fill(folder, { manifest, config })
    if (json) print(toJson({ folder, createdAt, rows, audioFiles: files }))
    else print(`Restored ${rows} records and ${files} audio files of ${createdAt}.`)
  } finally {
    lock.release()
  }
}

type FillOptions = { readonly manifest: Manifest; readonly config: Config }
type Filled = { readonly rows: number; readonly files: number }

async function fill(folder: string, { manifest, config }: FillOptions): Promise<Filled> {
  const onError = (error: unknown): void =>
    void process.stderr.write(`A connection to the database failed: ${(error as Error).message}\n`)
  const filled = await load(folder, { manifest, config }, onError)
  await bringUpToDate(config, onError)
  return filled
}

async function load(
  folder: string,
  { manifest, config }: FillOptions,
  onError: (error: unknown) => void,
): Promise<Filled> {
  const db = await openRecords(config, onError, { last: manifest.lastMigration })
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
      return { rows: await loadRecords(db, readRecords(folder), queueWaiting), files }
    } finally {
      await queue.close()
    }
  } finally {
    blobs.close()
    await db.destroy()
  }
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
