import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { createLocalAdministration } from '../../src/commands/administration/local-administration.ts'
import { usage as printUsage } from '../../src/commands/administration/usage.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const MARCH = Date.parse('2026-03-30T12:00:00Z')
const DAY_MS = 86_400_000

let now = MARCH
let service: TestService

beforeAll(async () => {
  service = await startTestService({}, () => now)
})
beforeEach(() => {
  now = MARCH
})
afterAll(async () => {
  await service.close()
})

async function createKey(rules: Partial<Parameters<typeof createApiKey>[1]> = {}) {
  const { key, record } = await createApiKey(service.db, { name: 'x', account: 'team', now, ...rules })
  return { key, id: record.id }
}

/** Two keys of an account that has used nothing yet. */
async function createTeam() {
  const account = `team ${randomUUID()}`
  return { account, first: await createKey({ account }), second: await createKey({ account }) }
}

/** Asks for speech, and again as long as the machine is too busy for one more listener. Nothing is charged for that. */
async function speak(path: string, key: string, body: unknown): Promise<number> {
  for (;;) {
    const response = await service.call(path, { body, headers: { 'x-api-key': key } })
    await response.arrayBuffer()
    if (response.status !== 503) return response.status
  }
}

const text = (length: number, speaker_id = 3) => ({ speaker_id, text: 'a'.repeat(length) })

async function usageOf(query: string, key: string): Promise<object[]> {
  const { usage } = await service.json<{ usage: object[] }>(`/usage?${query}`, { headers: { 'x-api-key': key } })
  return usage
}

test('is exact by day, endpoint, key and avatar, also for requests at the same time', async () => {
  const { first, second } = await createTeam()
  const usage = (query: string) => usageOf(query, first.key)
  const requests = Array.from({ length: 60 }, (_, i) => {
    const { key } = i % 2 === 0 ? first : second
    if (i % 3 === 0) return speak('/clips', key, [text(4), text(5, 4)])
    return speak(i % 3 === 1 ? '/stream' : '/word-timing', key, text(7))
  })
  const refused = [
    speak('/stream', first.key, text(2000)),
    speak('/stream', first.key, { speaker_id: 3, text: '<tempo>' }),
  ]
  expect(new Set(await Promise.all(requests))).toEqual(new Set([200]))
  expect(await Promise.all(refused)).toEqual([400, 400])
  now = MARCH + DAY_MS
  expect(await speak('/stream', first.key, text(3, 4))).toBe(200)

  const days = [
    { day: '2026-03-30', requests: 80, characters: 20 * 9 + 40 * 7 },
    { day: '2026-03-31', requests: 1, characters: 3 },
  ]
  expect(await usage('group_by=day')).toMatchObject(days)
  expect(await usage('from=2026-03-31&to=2026-03-31&group_by=day')).toMatchObject(days.slice(1))
  expect(await usage('from=2026-03-01')).toMatchObject([{ requests: 81, characters: 463 }])
  expect(await usage('group_by=endpoint')).toMatchObject([
    { endpoint: 'clips', requests: 40, characters: 180 },
    { endpoint: 'stream', requests: 21, characters: 143 },
    { endpoint: 'word-timing', requests: 20, characters: 140 },
  ])
  expect(await usage('group_by=avatar')).toMatchObject([
    { avatar: 3, requests: 60, characters: 20 * 4 + 40 * 7 },
    { avatar: 4, requests: 21, characters: 20 * 5 + 3 },
  ])
  const byKey = (await usage('group_by=key,day&to=2026-03-30')) as { key: string; characters: number }[]
  expect(byKey.map(({ key }) => key).sort()).toEqual([first.id, second.id].sort())
  expect(byKey.reduce((sum, { characters }) => sum + characters, 0)).toBe(460)
  expect((await usage('from=2026-04-01&to=2026-04-30')).length).toBe(0)
})

test('is that of the account alone, and agrees with its quota', async () => {
  const { first, second } = await createTeam()
  for (const { key } of [first, second]) expect(await speak('/stream', key, text(3))).toBe(200)
  const stranger = await createKey({ account: `stranger ${randomUUID()}` })
  expect(await usageOf('group_by=day', stranger.key)).toEqual([])
  const state = await service.json<{ characters: number; usage?: unknown }>('/usage', {
    headers: { 'x-api-key': first.key },
  })
  expect(state.characters).toBe(6)
  expect(await usageOf('group_by=day', first.key)).toMatchObject([{ requests: 2, characters: 6 }])
  expect(state).not.toHaveProperty('usage')
})

test('is printed as CSV', async () => {
  const { account, first } = await createTeam()
  expect(await speak('/stream', first.key, text(7))).toBe(200)
  now = MARCH + DAY_MS
  expect(await speak('/stream', first.key, text(3, 4))).toBe(200)
  const lines: string[] = []
  const options = { account, from: '2026-03-31', to: '2026-03-31' }
  await printUsage(options, createLocalAdministration(service.config), (line) => lines.push(line))
  expect(lines).toEqual([
    'day,endpoint,key,avatar,requests,characters,audio_seconds,cache_hits',
    expect.stringMatching(new RegExp(`^2026-03-31,stream,${first.id},4,1,3,0\\.\\d+,0$`)),
  ])
})

test.each([
  ['group_by=colour', 'Cannot group usage by "colour"'],
  ['from=2026', 'from is "2026"; expected a day in UTC'],
])('?%s is refused', async (query, message) => {
  const response = await service.call(`/usage?${query}`)
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) },
  ])
})

test('the monthly limit of a key is its own, and begins anew', async () => {
  const { account, first } = await createTeam()
  const limited = await createKey({ account, charactersPerMonth: 10 })
  const statuses = await Promise.all([5, 5, 5].map((length) => speak('/stream', limited.key, text(length))))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 429])
  expect(await speak('/clips', limited.key, text(1))).toBe(429)
  expect(await speak('/stream', first.key, text(1))).toBe(200)
  now = Date.parse('2026-04-01T00:00:00Z')
  expect(await speak('/stream', limited.key, text(10))).toBe(200)
})
