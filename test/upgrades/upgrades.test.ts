import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '../../src/commands/backup/verify.ts'
import { MIGRATION_NAMES } from '../../src/storage/migrations/migrate.ts'
import { createSharedDatabase, shareS3 } from '../support/shared-servers.ts'
import { type SpeechServer, startSpeechServer } from '../support/speech-server.ts'
import { startTestService, type TestService } from '../support/test-service.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS } from '../support/upstream-voice.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import {
  ADDRESSES,
  type Left,
  loadDump,
  openFixture,
  type Probe,
  PUBLIC_URL,
  type StorageKind,
  setBackClock,
} from './fixture.ts'

const AVATARS_FILE = fileURLToPath(new URL('../../data/avatars.json', import.meta.url))
const MINUTE_MS = 60_000

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Restores what a release left `ageMs` ago. Returns the settings of that storage. */
async function restore(kind: StorageKind, folder: string, ageMs: number): Promise<Readonly<Record<string, string>>> {
  if (kind === 'sqlite') return { DATA_DIR: join(folder, 'data') }
  const DATA_DIR = join(folder, 'node')
  installUpstreamVoice(DATA_DIR, { baseUrl: baseUrlOf(ADDRESSES.speech) })
  const [databaseUrl, s3] = await Promise.all([createSharedDatabase(), shareS3()])
  await loadDump(databaseUrl, join(folder, 'dump.sql'))
  await setBackClock(databaseUrl, ageMs)
  const bucket = `upgrade-${Math.random().toString(36).slice(2)}`
  await s3.createBucket(bucket)
  // The client of the service reads its credentials there.
  Object.assign(process.env, s3.environment)
  const client = new S3Client({ endpoint: s3.endpoint, forcePathStyle: true })
  const objects = join(folder, 'objects')
  for (const Key of globSync('**/*', { cwd: objects, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(objects.length + 1)))
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: await readFile(join(objects, Key)) }))
  client.destroy()
  return { DATA_DIR, DATABASE_URL: databaseUrl, AUDIO_STORE: `s3://${bucket}/audio`, ...s3.environment }
}

const baseUrlOf = ({ host, port }: { host: string; port: number }): string => `http://${host}:${port}/v1`

/** Another run of these tests on this machine may hold an address. */
async function whenFree<Server>(listen: () => Promise<Server>): Promise<Server> {
  for (;;) {
    try {
      return await listen()
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
      await sleep(200)
    }
  }
}

const CASES = ['0.5.0', '0.10.0', '0.15.0'].flatMap((release) =>
  (['sqlite', 'postgres'] as const).map((kind) => [release, kind] as const),
)

describe.each(CASES)('what release %s left on %s', (release, kind) => {
  let left: Left
  let close: () => Promise<void>
  let service: TestService
  let speech: SpeechServer
  let reached: WebhookReceiver
  let late: WebhookReceiver
  beforeAll(async () => {
    const fixture = await openFixture(release, kind)
    ;({ left, close } = fixture)
    // It is a minute after the release ended, however old the fixture is.
    const began = Date.now()
    const now = left.at + MINUTE_MS
    const settings = await restore(kind, fixture.folder, began - now)
    speech = await whenFree(() => startSpeechServer(ADDRESSES.speech))
    reached = await whenFree(() => startWebhookReceiver(ADDRESSES.webhooks))
    late = await whenFree(() => startWebhookReceiver(ADDRESSES.lateWebhooks))
    const clock = () => now + Date.now() - began
    const own = { AVATARS_FILE, PUBLIC_URL, WEBHOOK_PRIVATE_ADDRESSES: 'allow', ...UPSTREAM_SETTINGS }
    service = await startTestService({ ...settings, ...own }, clock)
  })
  afterAll(async () => {
    await Promise.all([service.close(), speech.close(), reached.close(), late.close()])
    await close()
  })

  async function answer({ method, path, headers, body }: Probe): Promise<Partial<Probe>> {
    const response = await fetch(service.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = await response.bytes()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    return {
      status: response.status,
      ...(isJson ? { answer: JSON.parse(new TextDecoder().decode(bytes)) } : { sha256: sha256(bytes) }),
    }
  }

  const wantedOf = ({ name, path, status, answer: parsed, sha256: hash }: Probe): object => ({
    name,
    path,
    status,
    ...(parsed !== undefined && { answer: parsed }),
    ...(hash !== undefined && { sha256: hash }),
  })

  /** What the release answered to the requests of these names, and what today's service answers. */
  async function repeat(
    name: RegExp,
  ): Promise<{ readonly answers: readonly object[]; readonly wanted: readonly object[] }> {
    const probes = left.probes.filter((probe) => name.test(probe.name))
    const answers: object[] = []
    for (const probe of probes) answers.push({ name: probe.name, path: probe.path, ...(await answer(probe)) })
    return { answers, wanted: probes.map(wantedOf) }
  }

  test('has every migration', async () => {
    const applied = await service.db.selectFrom('kysely_migration').select('name').orderBy('name').execute()
    expect(applied.map(({ name }) => name)).toEqual([...MIGRATION_NAMES].toSorted())
  })

  test('plays every clip byte by byte at its link, with its times, captions and details', async () => {
    const { answers, wanted } = await repeat(/clip|^its (link|times|captions)|combination/)
    expect(wanted.length).toBeGreaterThanOrEqual(40)
    expect(answers).toMatchObject(wanted)
  })

  test('has every library, and applies it', async () => {
    const { answers, wanted } = await repeat(/librar|^its (replacements|export)/)
    expect(wanted.length).toBeGreaterThanOrEqual(7)
    expect(answers).toMatchObject(wanted)
  })

  test('accepts every key with its rights, refuses every other, and keeps terms, months and sessions', async () => {
    const { answers, wanted } = await repeat(/key|month|session/)
    expect(wanted.length).toBeGreaterThanOrEqual(120)
    expect(answers).toMatchObject(wanted)
  })

  test('finishes every clip that waited, once, with the samples of its plan', async () => {
    for (const clip of left.waiting) {
      const path = `/v1/tts/clips/${clip.id}`
      const state = async () =>
        (await (await fetch(service.url + path, { headers: clip.headers })).json()) as { status: string }
      while ((await state()).status === 'PROCESSING') await sleep(50)
      expect(await state()).toMatchObject({ status: 'COMPLETE' })
      const audio = await (await fetch(service.url + clip.path)).bytes()
      expect([clip.id, sha256(audio)]).toEqual([clip.id, clip.sha256 ?? sha256(audio)])
      const length = audio.length / (clip.bytes ?? audio.length)
      expect(length).toBeGreaterThan(0.8)
      expect(length).toBeLessThan(1.25)
    }
  })

  test('delivers to every webhook, what waited and what is new, signed with its secret', async () => {
    const { answers, wanted } = await repeat(/^a webhook$/)
    expect(wanted.length).toBeGreaterThanOrEqual(2)
    expect(answers).toMatchObject(wanted)
    // Of the two bulk requests, the clips that waited, and the combination.
    const count = left.waiting.length + 2
    await reached.until(count)
    await late.until(count + left.webhooks.late.pending.length)
    for (const [receiver, { secret }] of [
      [reached, left.webhooks.reached],
      [late, left.webhooks.late],
    ] as const)
      for (const { headers, body } of receiver.received) {
        const { 'webhook-id': id = '', 'webhook-timestamp': time = '', 'webhook-signature': signature } = headers
        expect(signature).toBe(new Webhook(secret).sign(id, new Date(Number(time) * 1000), body))
      }
    const ids = late.received.map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual(expect.arrayContaining([...left.webhooks.late.pending]))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has its audit log, and nothing is wrong with it', async () => {
    const { count } = await service.db
      .selectFrom('audit_log')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThanOrEqual(left.auditEntries)
    const printed: string[] = []
    await verify({ folder: undefined }, service.config, (line) => printed.push(line))
    expect(printed.at(-1)).toBe('Nothing is wrong.')
  })
})
