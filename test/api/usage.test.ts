import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseWrites } from '../support/refuse-writes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const LIMIT = 100
const START_OF_APRIL = Date.parse('2026-04-01T00:00:00Z')

let now = Date.parse('2026-03-30T12:00:00Z')
let service: TestService
beforeAll(async () => {
  service = await startTestService({ CHARACTERS_PER_MONTH: String(LIMIT) }, () => now)
})
afterAll(() => service.close())

const speak = (length: number, path = '/stream') =>
  service.call(path, { body: { speaker_id: 3, text: 'a'.repeat(length) } })

const remaining = (response: Response) => Number(response.headers.get('x-quota-remaining'))

test('every answer tells the allotment, what is left of it, and when it begins anew', async () => {
  const { headers } = await service.call('/avatars')
  expect(headers.get('x-quota-limit')).toBe(String(LIMIT))
  expect(headers.get('x-quota-remaining')).toBe(String(LIMIT))
  expect(headers.get('x-quota-reset')).toBe(String(START_OF_APRIL))
  expect(remaining(await service.call('/clips/nothing'))).toBe(LIMIT)
})

test('what is spoken is counted, also by streams that go on; what is refused, checked or explained is not', async () => {
  const streamed = await speak(10)
  expect(remaining(streamed)).toBe(LIMIT - 10)
  await streamed.arrayBuffer()
  await service.json('/clips', {
    body: [
      { speaker_id: 3, text: 'a'.repeat(5) },
      { speaker_id: 3, text: 'bb' },
    ],
  })
  expect(remaining(await speak(3, '/word-timing'))).toBe(LIMIT - 20)
  await speak(3, '/input_validated')
  await speak(3, '/explain')
  await service.call('/stream', { body: { speaker_id: 3, text: '<tempo>' } })
  expect(await service.json('/usage')).toEqual({
    month: '2026-03',
    characters: 20,
    characters_limit: LIMIT,
    characters_remaining: LIMIT - 20,
    resets_at: START_OF_APRIL,
    stored_bytes: expect.any(Number),
    stored_bytes_limit: 10_000_000_000,
    combined_seconds_today: 0,
    combined_seconds_per_day_limit: 86_400,
  })
})

test('a bulk request that is sent again is counted once', async () => {
  const again = { body: { speaker_id: 3, text: 'aaaaa' }, headers: { 'idempotency-key': 'one' } }
  await service.json('/clips', again)
  expect(remaining(await service.call('/clips', again))).toBe(LIMIT - 25)
})

test('more than is left is refused with what is left and the time to wait, and counts nothing', async () => {
  const refused = await speak(76)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe(String((START_OF_APRIL - now) / 1000))
  expect(remaining(refused)).toBe(75)
  expect(await refused.json()).toEqual({
    code: 'RATE_LIMITED',
    message:
      "Cannot speak 76 characters: 75 of this month's 100 are left; the next month begins at 2026-04-01T00:00:00.000Z",
  })
  expect((await speak(75, '/clips')).status).toBe(200)
  expect((await speak(1)).status).toBe(429)
})

test('a request that cannot be stored is not charged', async () => {
  const own = await startTestService({ LOG_LEVEL: 'silent' })
  await refuseWrites(own.db, { on: 'insert', table: 'clips' })
  const refused = await own.call('/clips', { body: { speaker_id: 3, text: 'hello' } })
  expect(refused.status).toBe(500)
  expect(await own.json('/usage')).toMatchObject({ characters: 0 })
  await own.close()
})

test('the next month begins with all of it', async () => {
  now = START_OF_APRIL
  expect(remaining(await speak(10))).toBe(LIMIT - 10)
  expect(await service.json('/usage')).toMatchObject({ month: '2026-04', characters: 10 })
})

test('the counts outlive the service', async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-usage-'))
  const start = () => startTestService({ CHARACTERS_PER_MONTH: '50', DATA_DIR }, () => now)
  const first = await start()
  await first.json('/clips', { body: { speaker_id: 3, text: 'a'.repeat(30) } })
  await first.close()
  const second = await start()
  expect(remaining(await second.call('/avatars'))).toBe(20)
  await second.close()
  await rm(DATA_DIR, { recursive: true })
})
