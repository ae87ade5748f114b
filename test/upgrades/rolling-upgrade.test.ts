import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClipJudge } from '../support/judge-clips.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { startTestService, TEST_KEY, type TestService, TONE_AVATARS } from '../support/test-service.ts'
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { hasRelease, unpackRelease } from './releases.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SETTINGS = {
  AVATARS_FILE: TONE_AVATARS,
  READS_PER_SECOND: '100000',
  READ_BURST: '100000',
  RENDER_THREADS: '1',
  WORKER_TIMEOUT_SECONDS: '15',
  WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  LOG_LEVEL: 'silent',
}
const HEADERS = { 'x-api-key': TEST_KEY, 'content-type': 'application/json' }
/** Clips that are sent in each step. */
const CLIPS = 12

let folder: string
let today: TestService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-rolling-'))
  today = await startTestService()
})
afterAll(async () => {
  await today.close()
  await rm(folder, { recursive: true })
})

/** `npm run check:long` begins with an older one too. */
const RELEASES = process.env.LONG_TESTS === undefined ? ['0.18.0'] : ['0.15.0', '0.18.0']

describe.runIf(hasRelease('0.15.0')).each(RELEASES)('a rolling upgrade from release %s', (release) => {
  let root: string
  let cluster: TestCluster
  let receiver: WebhookReceiver
  /** The release on a storage of its own, as a reference. */
  let before: ServerProcess
  beforeAll(async () => {
    root = join(folder, release)
    await unpackRelease(release, root)
    // Both releases have the same packages.
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'))
    receiver = await startWebhookReceiver()
    cluster = await startCluster(SETTINGS, await shareS3())
    const own = { ...SETTINGS, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, REQUESTS_PER_SECOND: '10000', REQUEST_BURST: '10000' }
    before = await startServerProcess({ ...own, DATA_DIR: join(folder, `${release}-data`) }, 'serve', { root })
  })
  afterAll(async () => {
    await before.kill()
    await cluster.close()
    await receiver.close()
  })

  test('loses no clip, makes none twice, charges each once and sends each webhook', async () => {
    const oldApi = await cluster.start('api', {}, root)
    const oldWorker = await cluster.start('worker', {}, root)
    const apis = [oldApi]
    const judge = createClipJudge({ apis, reference: today, otherReference: before })
    const webhook = JSON.stringify({ url: receiver.url, event_types: ['clip.completed'] })
    const registered = await fetch(`${oldApi.url}/v1/tts/webhooks`, { method: 'POST', headers: HEADERS, body: webhook })
    expect(registered.status).toBe(200)

    // The first process of today's release migrates while the others have clips in hand.
    let load = judge.accept(CLIPS)
    await cluster.start('worker')
    await load
    // Workers first.
    load = judge.accept(CLIPS)
    await oldWorker.stop()
    await load
    // Then API nodes; both releases answer meanwhile.
    const newApi = await cluster.start('api')
    apis.push(newApi)
    await judge.accept(CLIPS)
    // Today's node knows what the other one has stored, and the other way round.
    const lists = await Promise.all(
      apis.map(async ({ url }) => await (await fetch(`${url}/v1/tts/clips?limit=1000`, { headers: HEADERS })).json()),
    )
    const idsOf = (clips: unknown): readonly string[] => (clips as { id: string }[]).map(({ id }) => id)
    expect(idsOf(lists[0])).toEqual(idsOf(lists[1]))
    apis.shift()
    load = judge.accept(CLIPS)
    await oldApi.stop()
    await load

    expect(await judge.judge()).toEqual({ accepted: 4 * CLIPS, lost: 0, doubled: 0, failed: 0, wrong: 0 })
    await receiver.until(4 * CLIPS)
    const told = receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id)
    expect(told.toSorted()).toEqual(
      idsOf(await (await fetch(`${newApi.url}/v1/tts/clips?limit=1000`, { headers: HEADERS })).json()).toSorted(),
    )
    const usage = await fetch(`${newApi.url}/v1/tts/usage?group_by=endpoint`, { headers: HEADERS })
    expect(await usage.json()).toMatchObject({ usage: [{ endpoint: 'clips', requests: 4 * CLIPS }] })
  }, 300_000)
})
