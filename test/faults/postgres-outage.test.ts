import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServerProcess } from '../support/server-process.ts'
import { shareS3 } from '../support/shared-servers.ts'
import { startCluster, type TestCluster } from '../support/test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from '../support/test-service.ts'

const OUTAGE = { code: 'INTERNAL_ERROR', message: 'Cannot store anything at the moment: send the request again later' }
const PATHS = ['/clips', '/stream']

let cluster: TestCluster
let server: ServerProcess
beforeAll(async () => {
  cluster = await startCluster(
    { AVATARS_FILE: TONE_AVATARS, RENDER_THREADS: '1', LOG_LEVEL: 'silent' },
    await shareS3(),
  )
  server = await cluster.start('serve')
  // It knows the caller from now on.
  for (const path of PATHS) await untilAccepted(path)
})
afterAll(() => cluster.close())

const post = (path: string) =>
  fetch(`${server.url}/v1/tts${path}`, {
    method: 'POST',
    headers: { 'x-api-key': TEST_KEY },
    body: JSON.stringify({ speaker_id: 3, text: 'Hello there.' }),
  })

async function untilAccepted(path: string): Promise<void> {
  for (;;) {
    const answer = await post(path)
    await answer.bytes()
    if (answer.status === 200) return
    expect(answer.status).toBe(503)
    await sleep(100)
  }
}

async function expectOutage(path: string): Promise<void> {
  const answer = await post(path)
  const body = await answer.text()
  expect([answer.status, JSON.parse(body)]).toEqual([503, OUTAGE])
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  expect([body, ...answer.headers.values()].join('\n')).not.toMatch(/127\.0\.0\.1|ECONN|postgres/i)
}

/** Polls /readyz until it reports the expected state, and returns its check of the database. A previous result is reported for a few seconds. */
async function databaseCheck(isFine: boolean): Promise<readonly [number, string]> {
  for (;;) {
    const answer = await fetch(`${server.operationsUrl}/readyz`)
    const { database = '' } = ((await answer.json()) as { checks: Record<string, string> }).checks
    if ((database === 'ok') === isFine) return [answer.status, database]
    await sleep(100)
  }
}

describe.each([
  ['is down', () => cluster.postgres.crash(), () => cluster.postgres.start()],
  ['does not answer', () => cluster.postgres.pause(), () => cluster.postgres.resume()],
])('while PostgreSQL %s', (_, fail, repair) => {
  beforeAll(fail)
  afterAll(async () => {
    await repair()
    for (const path of PATHS) await untilAccepted(path)
    await databaseCheck(true)
  })

  test.each(PATHS)('POST %s answers 503 and says nothing of the database', expectOutage)

  test('the service is not ready, and names the database', async () => {
    expect(await databaseCheck(false)).toEqual([503, expect.stringMatching(/^fails/)])
  })
})
