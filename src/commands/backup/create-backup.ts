import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../config.ts'
import { checkClipAudio } from '../../delivery/clips/check-clip-audio.ts'
import { type ClipAudioRow, type ClipFile, listClipAudio } from '../../delivery/clips/list-clip-audio.ts'
import { dumpRecords } from '../../storage/backup/dump-records.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { appliedMigrations } from '../../storage/inspect-records.ts'
import { connectRecords, openAudio } from '../../storage/open-storage.ts'
import { findClip } from '../../storage/records/clips.ts'
import { CommandError } from '../exit-codes.ts'
import { makeFolder } from '../files.ts'
import { readRelease } from '../read-release.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import { createRecordWriter, type Manifest, writeManifest } from './backup-folder.ts'

type Print = (line: string) => void
type Records = Pick<Manifest, 'rows' | 'recordsSha256' | 'clips'> & { readonly files: readonly ClipFile[] }
type Audio = Pick<Manifest, 'audioFiles' | 'audioBytes' | 'clipsWithoutAudio'>

/** Files that are copied at once. */
const COPIES = 4

/**
 * Copies the records and the audio of a service into a new folder, while the service runs. The records are of one moment; audio
 * that was stored later is not part of it. Reports clips whose audio is missing or damaged, and goes on.
 */
export async function createBackup(
  { folder, json }: JsonOption & { readonly folder: string },
  config: Config,
  print: Print,
): Promise<void> {
  const db = await connectRecords(config)
  const blobs = await openAudio(config, { isReader: true })
  try {
    const lastMigration = (await appliedMigrations(db)).toSorted().at(-1)
    if (lastMigration === undefined)
      throw new CommandError('noInput', 'Cannot back up: the database is empty; check DATA_DIR or DATABASE_URL')
    await makeEmptyFolder(folder)
    const createdAt = new Date().toISOString()
    const { files, ...records } = await copyRecords(folder, db)
    const problems: string[] = []
    const report = json ? (problem: string) => void problems.push(problem) : print
    const audio = await copyAudio(files, { folder, db, blobs, print: report })
    const release = readRelease()
    const manifest: Manifest = { version: 1, release, createdAt, lastMigration, ...records, ...audio }
    await writeManifest(folder, manifest)
    if (json) return print(toJson({ folder, ...manifest, problems }))
    print(
      `Backup ${folder}: ${records.rows} records, ${records.clips} clips, ${audio.audioFiles} audio files of ${audio.audioBytes} bytes.`,
    )
    if (audio.clipsWithoutAudio.length > 0)
      print(`Clips without audio: ${audio.clipsWithoutAudio.length}; a restored service renders them again.`)
  } finally {
    blobs.close()
    await db.destroy()
  }
}

async function makeEmptyFolder(folder: string): Promise<void> {
  await makeFolder(folder, 0o700)
  if ((await readdir(folder)).length > 0)
    throw new CommandError('cannotCreate', `Cannot back up to ${folder}: it is not empty; name a new folder`)
}

async function copyRecords(folder: string, db: Database): Promise<Records> {
  const writer = createRecordWriter(folder)
  const files: ClipFile[] = []
  let [rows, clips] = [0, 0]
  await dumpRecords(db, async (line) => {
    rows += 1
    if (line.table === 'clips') {
      clips += 1
      if (line.row.status === 'COMPLETE') files.push(...listClipAudio(line.row as ClipAudioRow))
    }
    await writer.write(line)
  })
  return { rows, clips, files, recordsSha256: await writer.finish() }
}

type CopyOptions = {
  readonly folder: string
  readonly db: Database
  readonly blobs: BlobStore
  readonly print: Print
}

async function copyAudio(files: readonly ClipFile[], options: CopyOptions): Promise<Audio> {
  const { db, print } = options
  const without = new Set<string>()
  let [audioFiles, audioBytes] = [0, 0]
  const work = files.values()
  const copyNext = async (): Promise<void> => {
    for (const file of work) {
      const { problem, bytes } = await copyFile(file, options)
      audioBytes += bytes
      audioFiles += bytes > 0 ? 1 : 0
      if (problem === undefined) continue
      without.add(file.clipId)
      // A clip that was deleted during the backup is none that is damaged.
      if ((await findClip(db, file.clipId)) !== undefined) print(`Clip ${file.clipId}: ${problem}`)
    }
  }
  await Promise.all(Array.from({ length: COPIES }, copyNext))
  return { audioFiles, audioBytes, clipsWithoutAudio: [...without] }
}

/** Copies a file of a clip, and checks it on the way. A file that is not whole is not kept. */
async function copyFile(
  file: ClipFile,
  { folder, blobs }: CopyOptions,
): Promise<{ readonly problem: string | undefined; readonly bytes: number }> {
  if ((await blobs.size(file.key)) === undefined && file.bytes === undefined) return { problem: undefined, bytes: 0 }
  const path = join(folder, 'audio', file.key)
  await mkdir(dirname(path), { recursive: true })
  const target = await open(path, 'w')
  let bytes = 0
  try {
    const problem = await checkClipAudio(file, blobs, async (piece) => {
      bytes += piece.length
      await target.writeFile(piece)
    }).catch((error: unknown) => `${file.key} cannot be read (${(error as Error).message})`)
    if (problem === undefined) await target.datasync()
    else await rm(path)
    return { problem, bytes: problem === undefined ? bytes : 0 }
  } finally {
    await target.close()
  }
}
