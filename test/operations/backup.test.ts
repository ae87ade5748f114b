import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackup } from '../../src/commands/backup/create-backup.ts'
import { restoreBackup } from '../../src/commands/backup/restore-backup.ts'
import { verify } from '../../src/commands/backup/verify.ts'
import { exitCodeOf } from '../../src/commands/exit-codes.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { dumpRecords, type RecordLine } from '../../src/storage/backup/dump-records.ts'
import { listTables } from '../../src/storage/backup/list-tables.ts'
import { openDatabase } from '../../src/storage/embedded/open-database.ts'
import { connectRecords } from '../../src/storage/open-storage.ts'
import { createSharedDatabase, shareS3 } from '../support/shared-servers.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

type Settings = Readonly<Record<string, string>>

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))
const FORMATS = ['mp3', 'wav', 'flac', 'opus', 'aac', 'pcm', 'mulaw', 'alaw']

let root: string
let s3: Awaited<ReturnType<typeof shareS3>>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'declaim-backup-'))
  s3 = await shareS3()
  Object.assign(process.env, s3.environment)
}, 120_000)
afterAll(() => rm(root, { recursive: true }))

let folders = 0
const newFolder = (): string => join(root, String(folders++))

/** Settings of an empty storage. */
const STORAGES: Readonly<Record<string, () => Promise<Settings>>> = {
  embedded: async () => ({ DATA_DIR: newFolder() }),
  distributed: async () => {
    const bucket = `backup-${folders++}`
    await s3.createBucket(bucket)
    const DATABASE_URL = await createSharedDatabase()
    return {
      DATA_DIR: newFolder(),
      DATABASE_URL,
      AUDIO_STORE: `s3://${bucket}/audio`,
      AWS_ENDPOINT_URL_S3: s3.endpoint,
    }
  },
}

async function backUp(config: Config, folder = newFolder()): Promise<{ folder: string; printed: readonly string[] }> {
  const printed: string[] = []
  await createBackup({ folder }, config, (line) => printed.push(line))
  return { folder, printed }
}

/** What `verify` prints; the problems it found come with the error that it throws. */
async function problemsOf(config: Config, folder?: string): Promise<readonly string[]> {
  const printed: string[] = []
  const error = await verify({ folder }, config, (line) => printed.push(line)).catch((one: Error) => one)
  return error instanceof Error ? [...printed, error.message] : printed
}

async function dump(config: Config): Promise<readonly RecordLine[]> {
  const db = await connectRecords(config)
  const lines: RecordLine[] = []
  await dumpRecords(db, async (line) => void lines.push(line))
  await db.destroy()
  return lines.filter(({ table }) => table !== 'kysely_migration')
}

const PROJECT = '/projects/course'

/** A script with edits that are merged, edits that wait to be, and a version. */
async function writeProject(service: TestService): Promise<void> {
  await service.json('/projects', { body: { project_id: 'course', folder: 'Kürse', speaker_id: 3, text: 'One 😀.' } })
  for (let edit = 0; edit < 70; edit++) await editProject(service, `Edit ${edit}`)
  await service.json(`${PROJECT}/versions`, { body: { name: 'Sent' } })
}

async function editProject(service: TestService, name: string): Promise<void> {
  await service.json(`${PROJECT}/script`, { method: 'PUT', body: { name } })
}

async function readProject(service: TestService) {
  const project = await service.json<{ revision: number }>(PROJECT)
  const { versions } = await service.json<{ versions: readonly { version_id: string }[] }>(`${PROJECT}/versions`)
  const scripts = await Promise.all(versions.map(({ version_id: id }) => service.json(`${PROJECT}/versions/${id}`)))
  return { project, versions, scripts, script: await service.json(`${PROJECT}/script`) }
}

/** A service with a clip of each format, a library, a project and a second key. */
async function fill(service: TestService): Promise<readonly string[]> {
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
    body: { name: 'Näme' },
  })
  const replacement = { original: "it's", replacement_text: 'it is' }
  await service.json(`/replacement_libraries/${library_id}/replacements`, { body: replacement })
  await writeProject(service)
  const body = FORMATS.map((file_format) => ({
    speaker_id: 3,
    text: `As ${file_format}.`,
    audio_configs: { file_format },
  }))
  const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  for (const id of clip_ids) await service.finished(id)
  return clip_ids
}

async function bytesOf(service: TestService, ids: readonly string[]): Promise<readonly Buffer[]> {
  const clips = await Promise.all(ids.map((id) => service.json<{ url: string }>(`/clips/${id}`)))
  return await Promise.all(
    clips.map(async ({ url }) => {
      const answer = await fetch(`${service.url}${new URL(url).pathname}`)
      expect(answer.status).toBe(200)
      return Buffer.from(await answer.bytes())
    }),
  )
}

describe.each([
  ['embedded', 'distributed'],
  ['distributed', 'embedded'],
])('a backup of %s storage, restored to %s', (from, to) => {
  test('is made while the service takes and renders clips, and holds all of it', async () => {
    const source = await STORAGES[from]!()
    const service = await startTestService(source)
    const config = readConfig(source)
    const ids = await fill(service)
    const before = await bytesOf(service, ids)
    const project = await readProject(service)
    let isBusy = true
    const busy = (async () => {
      for (let i = 0; isBusy; i++) await service.json('/clips', { body: { speaker_id: 3, text: `More ${i}.` } })
    })()
    const { folder, printed } = await backUp(config)
    isBusy = false
    await busy
    expect(printed.at(-1)).toMatch(/^Backup .*: \d+ records, \d+ clips, \d+ audio files of \d+ bytes\.$/)
    expect((await problemsOf(config)).at(-1)).toBe('Nothing is wrong.')
    expect((await problemsOf(config, folder)).at(-1)).toBe('Nothing is wrong.')
    await service.close()

    const target = await STORAGES[to]!()
    const restored: string[] = []
    await restoreBackup({ folder }, readConfig(target), (line) => restored.push(line))
    expect(restored.at(-1)).toMatch(/^Restored \d+ records and \d+ audio files of \d{4}-/)
    const again = await startTestService(target)
    try {
      expect(await bytesOf(again, ids)).toEqual(before)
      expect(await readProject(again)).toEqual(project)
      await editProject(again, 'After')
      expect(await again.json(PROJECT)).toMatchObject({ name: 'After', revision: project.project.revision + 1 })
      const { project_id } = await again.json<{ project_id: string }>('/projects', { body: { text: 'Another.' } })
      expect(await again.json(`/projects/${project_id}/script`)).toMatchObject({ paragraphs: [{ text: 'Another.' }] })
      expect(await again.json('/replacement_libraries')).toMatchObject({ count: 1, libraries: [{ name: 'Näme' }] })
      // Those that waited are rendered now, and a new one comes behind them.
      const { clip_id } = await again.json<{ clip_id: string }>('/clips', { body: { speaker_id: 3, text: 'New.' } })
      expect((await again.finished(clip_id)).status).toBe('COMPLETE')
      const clips = await again.json<{ id: string }[]>('/clips?limit=1000')
      expect(clips[0]!.id).toBe(clip_id)
      for (const { id } of clips) expect((await again.finished(id)).status).toBe('COMPLETE')
      expect((await problemsOf(readConfig(target))).at(-1)).toBe('Nothing is wrong.')
    } finally {
      await again.close()
    }
  }, 120_000)
})

describe('a service at rest', () => {
  let settings: Settings
  let config: Config
  let ids: readonly string[]
  let folder: string
  beforeAll(async () => {
    settings = await STORAGES.embedded!()
    config = readConfig(settings)
    const service = await startTestService(settings)
    ids = await fill(service)
    await service.close()
    ;({ folder } = await backUp(config))
  })

  test('has the same rows in every table after its backup is restored', async () => {
    const target = readConfig(await STORAGES.embedded!())
    await restoreBackup({ folder }, target, () => {})
    expect(await dump(target)).toEqual(await dump(config))
    expect(new Set((await dump(config)).map(({ table }) => table)).size).toBeGreaterThan(6)
  })

  test('has tables that are listed after those to which they refer', async () => {
    const db = await connectRecords(config)
    const tables = await listTables(db)
    await db.destroy()
    for (const [parent, child] of [
      ['accounts', 'clips'],
      ['clips', 'clip_plans'],
      ['accounts', 'api_keys'],
      ['replacement_libraries', 'replacements'],
      ['projects', 'project_updates'],
      ['projects', 'project_versions'],
    ])
      expect(tables.indexOf(child!)).toBeGreaterThan(tables.indexOf(parent!))
    expect(tables).not.toContain('kysely_migration')
  })

  test('is not backed up into a folder that holds something', async () => {
    await expect(backUp(config, folder)).rejects.toThrow(`Cannot back up to ${folder}: it is not empty`)
  })

  test('is not overwritten by a restoration', async () => {
    await expect(restoreBackup({ folder }, config, () => {})).rejects.toThrow('the database is not empty')
    expect((await problemsOf(config)).at(-1)).toBe('Nothing is wrong.')
  })

  test('is not restored while a service runs on the same data directory', async () => {
    const target = await STORAGES.embedded!()
    const service = await startTestService(target)
    try {
      await expect(restoreBackup({ folder }, readConfig(target), () => {})).rejects.toThrow('another Declaim server')
    } finally {
      await service.close()
    }
  })

  test('is not restored from a folder without a manifest', async () => {
    const message = 'it has no manifest.json. It is another folder, or the backup broke off'
    await expect(restoreBackup({ folder: root }, config, () => {})).rejects.toThrow(message)
    await expect(verify({ folder: root }, config, () => {})).rejects.toThrow(message)
  })

  test.each(Object.keys(STORAGES))('is neither backed up nor verified if it is empty: %s', async (kind) => {
    const empty = readConfig(await STORAGES[kind]!())
    await mkdir(empty.dataDirectory)
    await writeFile(join(empty.dataDirectory, 'declaim.sqlite'), '')
    const message = 'the database is empty; check DATA_DIR or DATABASE_URL'
    await expect(createBackup({ folder: newFolder() }, empty, () => {})).rejects.toThrow(message)
    await expect(verify({ folder: undefined }, empty, () => {})).rejects.toThrow(message)
  })

  test('is not made by a look for it in a wrong folder', async () => {
    const [wrong, copy] = [newFolder(), newFolder()]
    await mkdir(wrong)
    const message = `Cannot open the database ${wrong}/declaim.sqlite: set DATA_DIR to the data directory of a service`
    await expect(createBackup({ folder: copy }, readConfig({ DATA_DIR: wrong }), () => {})).rejects.toThrow(message)
    const error = await verify({ folder: undefined }, readConfig({ DATA_DIR: wrong }), () => {}).catch((one) => one)
    expect([exitCodeOf(error), error.message]).toEqual([66, message])
    expect([existsSync(copy), await readdir(wrong)]).toEqual([false, []])
  })

  test('has commands with exit codes', async () => {
    const run = (...args: string[]) =>
      promisify(execFile)(process.execPath, [PROGRAM, ...args], { env: { PATH: process.env.PATH, ...settings } })
    const copy = newFolder()
    expect((await run('backup', copy)).stdout).toContain(`Backup ${copy}`)
    expect((await run('verify', copy)).stdout).toContain('Nothing is wrong.')
    expect((await run('verify')).stdout).toBe('Nothing is wrong.\n')
    await expect(run('restore', copy)).rejects.toMatchObject({ code: 73, stderr: expect.stringContaining('not empty') })
    await expect(run('verify', root)).rejects.toMatchObject({ code: 66 })
  })

  describe('and damage', () => {
    const damageFile = async (path: string, change: (bytes: Buffer) => Buffer): Promise<void> =>
      writeFile(path, change(await readFile(path)))
    const flipBit = (bytes: Buffer): Buffer => bytes.fill(bytes[100]! ^ 1, 100, 101)
    const pathOf = (base: string, id: string, kind: 'mp3' | 'wav'): string =>
      join(base, 'audio', kind === 'wav' ? 'masters' : 'clips', id.slice(0, 2), `${id}.${kind}`)

    test.each<[string, (path: string) => Promise<void>, RegExp]>([
      ['a missing file', (path) => rm(path), /is missing$/],
      [
        'a file cut short',
        (path) => damageFile(path, (bytes) => bytes.subarray(0, -10)),
        /has \d+ bytes instead of \d+$/,
      ],
      ['one changed bit', (path) => damageFile(path, flipBit), /has another checksum than when it was stored$/],
    ])('%s is found in a backup and in a service, by clip', async (_, damage, problem) => {
      const { folder: copy } = await backUp(config)
      await damage(pathOf(copy, ids[0]!, 'mp3'))
      const found = await problemsOf(config, copy)
      expect(found.slice(1)).toEqual([
        expect.stringMatching(new RegExp(`^Clip ${ids[0]}: clips/.*\\.mp3 ${problem.source}`)),
        '1 problem found: make another backup',
      ])
      const empty = readConfig(await STORAGES.embedded!())
      await expect(restoreBackup({ folder: copy }, empty, () => {})).rejects.toThrow(
        `Cannot restore ${copy}: it is damaged`,
      )

      const own = await STORAGES.embedded!()
      await restoreBackup({ folder }, readConfig(own), () => {})
      await damage(pathOf(own.DATA_DIR!, ids[1]!, 'wav'))
      expect((await problemsOf(readConfig(own)))[0]).toMatch(
        new RegExp(`^Clip ${ids[1]}: masters/.*\\.wav ${problem.source}`),
      )
    })

    test('leaves the audio of a clip out of the next backup, and a restored service renders it again', async () => {
      const own = await STORAGES.embedded!()
      await restoreBackup({ folder }, readConfig(own), () => {})
      await rm(pathOf(own.DATA_DIR!, ids[1]!, 'wav'))
      const { folder: partial, printed } = await backUp(readConfig(own))
      expect(printed[0]).toMatch(new RegExp(`^Clip ${ids[1]}: `))
      expect(printed.at(-1)).toBe('Clips without audio: 1; a restored service renders them again.')
      const repaired = await STORAGES.embedded!()
      await restoreBackup({ folder: partial }, readConfig(repaired), () => {})
      const service = await startTestService(repaired)
      try {
        expect((await service.finished(ids[1]!)).status).toBe('COMPLETE')
        expect((await problemsOf(readConfig(repaired))).at(-1)).toBe('Nothing is wrong.')
      } finally {
        await service.close()
      }
    })

    test('that leaves no database is found', async () => {
      const own = newFolder()
      await mkdir(own)
      await writeFile(join(own, 'declaim.sqlite'), 'no database, but it has the name of one'.repeat(100))
      expect(await problemsOf(readConfig({ DATA_DIR: own }))).toEqual([
        'The database is damaged: file is not a database',
        expect.stringMatching(/^1 problem found: a damaged database needs a backup/),
      ])
    })

    test('of the records is found', async () => {
      const { folder: copy } = await backUp(config)
      await damageFile(join(copy, 'records.ndjson.gz'), flipBit)
      expect((await problemsOf(config, copy))[1]).toBe(
        'The records have another checksum than when the backup was made',
      )
    })

    test('of the database file is found', async () => {
      const own = await STORAGES.embedded!()
      await restoreBackup({ folder }, readConfig(own), () => {})
      await damageFile(join(own.DATA_DIR!, 'declaim.sqlite'), (bytes) => bytes.fill(0xff, bytes.length - 4000))
      expect((await problemsOf(readConfig(own)))[0]).toMatch(/^The database is damaged: /)
    })
  })
})

test('a backup of an earlier release goes through the migrations since', async () => {
  const old = newFolder()
  await mkdir(old)
  await (await openDatabase(join(old, 'declaim.sqlite'), { last: '0008-clip-turns' })).destroy()
  const db = await connectRecords(readConfig({ DATA_DIR: old }))
  await db
    .insertInto('accounts')
    .values({ id: 'a', name: 'old', created_at: 1 } as never)
    .execute()
  await db.destroy()
  const { folder } = await backUp(readConfig({ DATA_DIR: old }))
  const target = await STORAGES.distributed!()
  await restoreBackup({ folder }, readConfig(target), () => {})
  const service = await startTestService(target)
  try {
    const accounts = await service.db.selectFrom('accounts').selectAll().orderBy('created_at').execute()
    expect(accounts[0]).toMatchObject({ id: 'a', name: 'old', plan: 'default' })
    expect((await service.call('/avatars', { headers: { 'x-api-key': TEST_KEY } })).status).toBe(200)
  } finally {
    await service.close()
  }
})
