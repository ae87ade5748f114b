import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const LIBRARIES = 5
const REPLACEMENTS = 7

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    MAX_LIBRARIES: String(LIBRARIES),
    MAX_REPLACEMENTS: String(REPLACEMENTS),
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  })
})
afterAll(() => service.close())

let accounts = 0
async function newAccount(): Promise<Readonly<Record<string, string>>> {
  const { key } = await createApiKey(service.db, { name: 'x', account: `counts ${accounts++}`, scopes: SCOPES, now: 1 })
  return { 'x-api-key': key }
}

/** How many of forty requests at the same time had each status. */
async function fortyAtOnce(path: string, headers: Readonly<Record<string, string>>, body: (index: number) => object) {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => service.call(path, { headers, body: body(index) })),
  )
  await Promise.all(answers.map((answer) => answer.bytes()))
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  return Object.fromEntries([...byStatus].map(([status, all]) => [status, all.length]))
}

test('forty libraries at once are as many as the limit, and the others are refused', async () => {
  const headers = await newAccount()
  const statuses = await fortyAtOnce('/replacement_libraries', headers, (index) => ({ name: `library ${index}` }))
  expect(statuses).toEqual({ 200: LIBRARIES, 409: 40 - LIBRARIES })
  const { count } = await service.json<{ count: number }>('/replacement_libraries', { headers })
  expect(count).toBe(LIBRARIES)
})

test('forty webhooks at once are as many as the limit', async () => {
  const headers = await newAccount()
  const statuses = await fortyAtOnce('/webhooks', headers, (index) => ({ url: `http://127.0.0.1:9/${index}` }))
  expect(statuses).toEqual({ 200: 20, 409: 20 })
  const { webhooks } = await service.json<{ webhooks: readonly object[] }>('/webhooks', { headers })
  expect(webhooks).toHaveLength(20)
})

test('forty replacements at once are as many as a library may hold, one by one or several', async () => {
  const headers = await newAccount()
  const { library_id } = await service.json<{ library_id: string }>('/replacement_libraries', {
    headers,
    body: { name: 'full' },
  })
  const path = `/replacement_libraries/${library_id}/replacements`
  const one = (index: number) => ({ original: `word${index}`, replacement_text: 'x' })
  const [single, several] = await Promise.all([
    fortyAtOnce(path, headers, one),
    fortyAtOnce(`${path}/bulk`, headers, (index) => [one(100 + index), one(200 + index)]),
  ])
  expect([...Object.keys(single), ...Object.keys(several)].every((status) => ['200', '409'].includes(status))).toBe(
    true,
  )
  const { count } = await service.json<{ count: number }>(path, { headers })
  expect(count).toBeGreaterThanOrEqual(REPLACEMENTS - 1)
  expect(count).toBeLessThanOrEqual(REPLACEMENTS)
})

test('another account has its own limit', async () => {
  const [full, other] = [await newAccount(), await newAccount()]
  await fortyAtOnce('/replacement_libraries', full, () => ({ name: 'x' }))
  const answer = await service.call('/replacement_libraries', { headers: other, body: { name: 'x' } })
  expect(answer.status).toBe(200)
})
