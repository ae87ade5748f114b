import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CopyObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSharedDatabase, shareS3 } from '../support/shared-servers.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { loadDump } from '../upgrades/fixture.ts'

type Settings = Readonly<Record<string, string>>

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const UNITS = ['declaim-backup.service', 'declaim.service', 'declaim-backup.timer'].map((name) =>
  join(ROOT, 'deploy/systemd', name),
)
/** Where the unit and the cron job keep backups. */
const BACKUPS = { timer: '/var/backups/declaim', cronJob: '/backups/declaim' }

let root: string
let s3: Awaited<ReturnType<typeof shareS3>>
let client: S3Client
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'declaim-drill-'))
  s3 = await shareS3()
  Object.assign(process.env, s3.environment)
  client = new S3Client({ endpoint: s3.endpoint, forcePathStyle: true })
})
afterAll(async () => {
  client.destroy()
  await rm(root, { recursive: true })
})

let folders = 0
const newFolder = (): string => join(root, String(folders++))
async function newBucket(): Promise<string> {
  const bucket = `drill-${folders++}`
  await s3.createBucket(bucket)
  return bucket
}
const distributed = (url: string, bucket: string): Settings => ({
  DATA_DIR: newFolder(),
  DATABASE_URL: url,
  AUDIO_STORE: `s3://${bucket}/audio`,
  // Clips that a dump holds as being rendered wait for so long.
  WORKER_TIMEOUT_SECONDS: '15',
  ...s3.environment,
})

/** Settings of an empty storage. */
const STORAGES = {
  'SQLite and files': async (): Promise<Settings> => ({ DATA_DIR: newFolder() }),
  'PostgreSQL and S3': async (): Promise<Settings> => distributed(await createSharedDatabase(), await newBucket()),
}

const SPEECH = { speaker_id: 3, audio_configs: { file_format: 'wav' } }

/** Clips of a service by their ids: the audio at their links, and a library. */
async function contentsOf(service: TestService): Promise<ReadonlyMap<string, unknown>> {
  const clips = await service.json<{ id: string; url: string }[]>('/clips?status=COMPLETE&limit=1000')
  const audio = await Promise.all(
    clips.map(async ({ id, url }) => {
      const answer = await fetch(service.url + new URL(url).pathname)
      return [id, [answer.status, Buffer.from(await answer.bytes()).toString('base64')]] as const
    }),
  )
  return new Map<string, unknown>([...audio, ['libraries', await service.json('/replacement_libraries')]])
}

/** Has a service make clips until it is stopped, and returns how to stop it. */
function keepBusy(service: TestService): () => Promise<void> {
  let isBusy = true
  const work = (async () => {
    for (let i = 0; isBusy; i++) await service.json('/clips', { body: { ...SPEECH, text: `More ${i}.` } })
  })()
  return async () => {
    isBusy = false
    await work
  }
}

async function fill(service: TestService): Promise<void> {
  await service.json('/replacement_libraries', { body: { name: 'Products' } })
  const body = ['One.', 'Two.', 'Three.'].map((text) => ({ ...SPEECH, text }))
  const { clip_ids } = await service.json<{ clip_ids: string[] }>('/clips', { body })
  for (const id of clip_ids) await service.finished(id)
}

/** Starts a service on restored settings and waits until every clip has ended. Returns all it has, and the statuses of its clips. */
async function restoredContents(
  settings: Settings,
): Promise<{ readonly statuses: ReadonlySet<string>; readonly after: ReadonlyMap<string, unknown> }> {
  const restored = await startTestService(settings)
  try {
    const statuses = new Set<string>()
    for (const { id } of await restored.json<{ id: string }[]>('/clips?limit=1000'))
      statuses.add((await restored.finished(id)).status)
    return { statuses, after: await contentsOf(restored) }
  } finally {
    await restored.close()
  }
}

async function declaim(settings: Settings, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...settings }
  return (await run(process.execPath, ['bin/declaim.mjs', ...args], { cwd: ROOT, env })).stdout
}

/** The arguments of `declaim` in the unit of the timer, and in the cron job of the chart. */
const SCHEDULED: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'the systemd timer': async () => {
    const unit = await readFile(UNITS[0]!, 'utf8')
    const [, words = ''] = /^ExecStart=\/usr\/bin\/env node node_modules\/declaim\/bin\/declaim\.mjs (.+)$/m.exec(unit)!
    return words.split(' ')
  },
  'the cron job': async () => {
    const template = await readFile(join(ROOT, 'deploy/helm/declaim/templates/backup.yaml'), 'utf8')
    const values = parse(await readFile(join(ROOT, 'deploy/helm/declaim/values.yaml'), 'utf8'))
    const [, list = ''] = /^ +args: (\[.+\])$/m.exec(template)!
    return JSON.parse(list.replace('{{ .keep | quote }}', JSON.stringify(String(values.backup.keep)))) as string[]
  },
}

describe.each(Object.entries(SCHEDULED))('the command of %s', (_, readArgs) => {
  test.each(Object.entries(STORAGES))('makes backups of %s under load that can be restored', async (__, newStorage) => {
    const settings = await newStorage()
    const service = await startTestService(settings)
    await fill(service)
    const before = await contentsOf(service)
    const backups = newFolder()
    const args = (await readArgs()).map((word) => (Object.values(BACKUPS).includes(word) ? backups : word))
    expect(args).toContain(backups)
    const rest = keepBusy(service)
    expect(await declaim(settings, ...args)).toContain('It is whole.')
    await rest()
    await service.close()

    const [newest = ''] = (await readdir(backups)).toSorted().toReversed()
    const target = await newStorage()
    expect(await declaim(settings, 'verify', join(backups, newest))).toContain('Nothing is wrong.')
    expect(await declaim(target, 'restore', join(backups, newest))).toContain('Restored')
    const { statuses, after } = await restoredContents(target)
    expect([...statuses]).toEqual(['COMPLETE'])
    for (const [id, content] of before) expect([id, after.get(id)]).toEqual([id, content])
    expect(await declaim(target, 'verify')).toContain('Nothing is wrong.')
  })
})

test('a dump of PostgreSQL and a later copy of the bucket can be restored', async () => {
  const [url, bucket] = [await createSharedDatabase(), await newBucket()]
  const service = await startTestService(distributed(url, bucket))
  await fill(service)
  const before = await contentsOf(service)
  const rest = keepBusy(service)
  const dump = join(root, 'dump.sql')
  await run('pg_dump', ['--no-owner', '--file', dump, url])
  const copy = await newBucket()
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  for (const { Key } of Contents)
    await client.send(new CopyObjectCommand({ Bucket: copy, Key, CopySource: `${bucket}/${Key}` }))
  await rest()
  await service.close()

  const restored = await createSharedDatabase()
  await loadDump(restored, dump)
  const target = distributed(restored, copy)
  const { statuses, after } = await restoredContents(target)
  expect([...statuses]).toEqual(['COMPLETE'])
  for (const [id, content] of before) expect([id, after.get(id)]).toEqual([id, content])
  expect(await declaim(target, 'verify')).toContain('Nothing is wrong.')
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(hasSystemd)('systemd accepts the units, and rates the service as little exposed', async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', ...UNITS])
  expect(stdout + stderr).toBe('')
  for (const unit of UNITS.slice(0, 2)) {
    const security = await run('systemd-analyze', ['security', '--offline=true', '--threshold=45', unit])
    expect(security.stdout).toContain('Overall exposure level')
  }
})
