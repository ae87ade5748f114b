import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLUSTER_FAULTS } from '../support/cluster-faults.ts'
import { clockAhead, type FaultLab, openFaultLab } from '../support/fault-lab.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { openSingleLab, SINGLE_FAULTS } from '../support/single-faults.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const FINE = { lost: 0, doubled: 0, failed: 0, wrong: 0 }
/** Single clips and bulks. `bench/faults.ts` sends more of them, again and again. */
const MIXED = 20
const CLIPS = 8

let lab: FaultLab
let reference: TestService
beforeAll(async () => {
  reference = await startTestService()
  // An API node and a worker are 5 minutes ahead of the others.
  lab = await openFaultLab({ reference, otherSettings: clockAhead('+5m') ?? {}, s3: await shareS3() })
})
afterAll(async () => {
  await lab.close()
  await reference.close()
})

test.skipIf(clockAhead('+5m') === undefined)('the clocks of the nodes differ by 5 minutes', async () => {
  const times = await Promise.all(
    lab.apis.map(async ({ url }) => Date.parse((await fetch(`${url}/health`)).headers.get('date')!)),
  )
  expect(Math.abs(times[1]! - times[0]! - 300_000)).toBeLessThan(10_000)
})

test('one idempotency key makes one clip, whichever process gets the request', async () => {
  const post = (api: ServerProcess, text: string) =>
    fetch(`${api.url}/v1/tts/clips`, {
      method: 'POST',
      headers: { 'x-api-key': TEST_KEY, 'idempotency-key': 'once' },
      body: JSON.stringify({ speaker_id: 3, text }),
    })
  const requests = Array.from({ length: 10 }, (_, index) => post(lab.apis[index % 2]!, 'This is made once.'))
  const answers = await Promise.all((await Promise.all(requests)).map((response) => response.json()))
  expect(new Set(answers.map((answer) => (answer as { clip_id: string }).clip_id)).size).toBe(1)
  expect((await post(lab.apis[1]!, 'This is another request.')).status).toBe(409)
})

test('a worker answers what operators ask, and nothing else', async () => {
  const { url, operationsUrl } = lab.workers[0]!
  const headers = { 'x-api-key': TEST_KEY }
  expect(await (await fetch(`${url}/readyz`)).text()).toBe('ready')
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  expect((await fetch(`${operationsUrl}/metrics`)).status).toBe(200)
  expect((await fetch(`${url}/v1/tts/avatars`, { headers })).status).toBe(404)
})

test(`${MIXED} mixed clips sent to two API nodes are each rendered once, with the audio of their text`, async () => {
  await lab.accept(MIXED)
  expect(await lab.judge()).toEqual({ ...FINE, accepted: MIXED })
}, 300_000)

test.each(Object.entries(CLUSTER_FAULTS))(
  'no clip is lost, doubled or wrong: %s',
  async (_, fault) => {
    await fault(lab, CLIPS)
    expect(await lab.judge()).toEqual({ ...FINE, accepted: CLIPS })
  },
  300_000,
)

test('no clip is lost, doubled or wrong: SIGKILL of the only process with SQLite and files', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-single-'))
  const single = await openSingleLab(folder, reference)
  const { run } = SINGLE_FAULTS['SIGKILL of the only process right after its answers']!
  expect(await run(single, { clips: CLIPS, disk: undefined })).toEqual({ ...FINE, accepted: CLIPS })
  await single.close()
  await rm(folder, { recursive: true })
}, 300_000)
