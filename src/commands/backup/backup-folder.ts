import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { RecordLine } from '../../storage/backup/dump-records.ts'
import { CommandError } from '../exit-codes.ts'

/** What a backup holds. It is written last: a folder without it is not a whole backup. */
export type Manifest = {
  /** Of the folder. */
  readonly version: 1
  readonly release: string
  /** ISO 8601. */
  readonly createdAt: string
  /** The last migration that the records have gone through. */
  readonly lastMigration: string
  readonly rows: number
  readonly recordsSha256: string
  readonly clips: number
  readonly audioFiles: number
  readonly audioBytes: number
  /** COMPLETE clips without audio here, because it was missing, damaged, or deleted during the backup. */
  readonly clipsWithoutAudio: readonly string[]
}

export const MANIFEST = 'manifest.json'
const RECORDS = 'records.ndjson.gz'

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const path = join(folder, MANIFEST)
  await writeFile(`${path}.unfinished`, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  await rename(`${path}.unfinished`, path)
}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    const message = `Cannot use the backup ${folder}: it has no ${MANIFEST}. It is another folder, or the backup broke off: name a whole one`
    throw new CommandError('noInput', message, { cause })
  })
  const manifest = parseManifest(text, folder)
  if (manifest.version === 1) return manifest
  throw new CommandError(
    'data',
    `Cannot use the backup ${folder}: a newer release made it (${manifest.release}); install that one`,
  )
}

function parseManifest(text: string, folder: string): Manifest {
  try {
    return JSON.parse(text) as Manifest
  } catch (cause) {
    throw new CommandError('data', `Cannot use the backup ${folder}: its ${MANIFEST} is damaged; name another`, {
      cause,
    })
  }
}

/** Writes records, one JSON object a line, compressed. */
export function createRecordWriter(folder: string) {
  const hash = createHash('sha256')
  const zip = createGzip()
  const file = createWriteStream(join(folder, RECORDS), { flush: true })
  zip.on('data', (bytes: Buffer) => hash.update(bytes))
  const written = pipeline(zip, file)
  // Its failure is reported by `finish`.
  written.catch(() => {})
  return {
    async write(line: RecordLine): Promise<void> {
      if (zip.write(`${JSON.stringify(line)}\n`)) return
      await Promise.race([new Promise((resolve) => zip.once('drain', resolve)), written])
    },
    /** Resolves to the SHA-256 of the file. */
    async finish(): Promise<string> {
      zip.end()
      await written
      return hash.digest('hex')
    },
  }
}

/** Reads the records of a backup. */
export async function* readRecords(folder: string): AsyncGenerator<RecordLine> {
  const zip = createGunzip()
  const reading = pipeline(createReadStream(join(folder, RECORDS)), zip)
  reading.catch(() => {})
  for await (const line of createInterface({ input: zip, crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line) as RecordLine
  }
  await reading
}

/** The SHA-256 of the records as they are on disk now. */
export async function hashRecords(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const input = createReadStream(join(folder, RECORDS))
  input.on('data', (bytes) => hash.update(bytes))
  await finished(input)
  return hash.digest('hex')
}
