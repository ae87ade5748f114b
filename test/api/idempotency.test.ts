import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../support/test-service.ts'

const DAY_MS = 24 * 60 * 60_000

let now = Date.parse('2026-03-01T12:00:00Z')
let service: TestService
beforeAll(async () => {
  service = await startTestService({}, () => now)
})
afterAll(() => service.close())

const speech = (text: string) => ({ speaker_id: 3, text })

function post(path: string, key: string, body: object): Promise<Response> {
  return service.call(path, { body, headers: { 'idempotency-key': key } })
}

const creations: readonly (readonly [path: string, body: object, other: object])[] = [
  ['/clips', speech('one'), speech('two')],
  ['/clips', [speech('one'), speech('two')], [speech('two'), speech('one')]],
  ['/replacement_libraries', { name: 'one' }, { name: 'two' }],
]

test.each(creations)('%s %j is created once in 24 hours under one key, and then anew', async (path, body, other) => {
  const key = JSON.stringify([path, body])
  const first = await (await post(path, key, body)).json()
  const before = (await service.json<object[]>(path)).length
  expect(await (await post(path, key, body)).json()).toEqual(first)
  expect((await post(path, key, other)).status).toBe(409)
  now += DAY_MS - 1
  expect(await (await post(path, key, body)).json()).toEqual(first)
  expect((await service.json<object[]>(path)).length).toBe(before)
  now += 1
  const again = await post(path, key, other)
  expect(again.status).toBeLessThan(300)
  expect(await again.json()).not.toEqual(first)
  expect((await post(path, key, body)).status).toBe(409)
})

test('a combination keeps its key for 24 hours', async () => {
  const { clip_id: id } = await service.json<{ clip_id: string }>('/clips', { body: speech('hello') })
  await service.finished(id)
  const combine = async (clips: readonly string[]) => (await post('/clips/combine', 'join', { clip_ids: clips })).status
  expect([await combine([id, id]), await combine([id, id]), await combine([id])]).toEqual([200, 200, 409])
  now += DAY_MS
  expect([await combine([id]), await combine([id, id])]).toEqual([200, 409])
})

test('a request that is refused leaves its key free', async () => {
  expect((await post('/clips', 'free', speech(''))).status).toBe(400)
  expect((await post('/clips', 'free', speech('now it works'))).status).toBe(200)
})
