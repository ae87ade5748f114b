import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { removeExpired } from '../../src/jobs/retention/remove-expired.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const DAY_MS = 24 * 60 * 60_000

let service: TestService
let now = Date.UTC(2026, 0, 5)
beforeAll(async () => {
  service = await startTestService({}, () => now)
})
afterAll(() => service.close())

/** The key of a new account that may store so many bytes. */
async function openAccount(storedBytes: number) {
  const name = `bytes ${storedBytes}`
  const { key } = await createApiKey(service.db, { name: 'x', account: name, scopes: SCOPES, now: 1 })
  const limits = JSON.stringify({ storedBytes })
  await service.db.insertInto('plans').values({ name, limits }).execute()
  await service.db.updateTable('accounts').set({ plan: name }).where('name', '=', name).execute()
  return { 'x-api-key': key }
}

test('a version that the account has no room for is refused, and nothing of it is kept', async () => {
  const headers = await openAccount(100_000)
  await service.json('/projects', { headers, body: { project_id: 'full', text: 'x'.repeat(40_000) } })
  const usage = () => service.json<{ stored_bytes: number }>('/usage', { headers })
  const before = await usage()
  const keep = () => service.call('/projects/full/versions', { headers, body: { name: 'One' } })
  expect((await keep()).status).toBe(200)
  const { stored_bytes: withOne } = await usage()
  expect(withOne - before.stored_bytes).toBeGreaterThan(40_000)
  const refused = await keep()
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'CONFLICT', message: expect.stringContaining('its plan allows 100000') as string },
  ])
  expect((await usage()).stored_bytes).toBe(withOne)
  const { versions } = await service.json<{ versions: readonly unknown[] }>('/projects/full/versions', { headers })
  expect(versions).toHaveLength(1)
  // A smaller script fits.
  await service.json('/projects/full/script', { headers, method: 'PUT', body: { name: 'Short title' } })
})

test('the trash is emptied of what has been there for 30 days, with its versions, and of nothing else', async () => {
  const make = async (id: string) => {
    await service.json('/projects', { body: { project_id: id, text: id } })
    await service.json(`/projects/${id}/versions`, { body: { name: 'One' } })
  }
  const trash = (id: string) => service.json(`/projects/${id}`, { method: 'PATCH', body: { is_trashed: true } })
  const sweep = () => removeExpired({ db: service.db, blobs: service.blobs, lifetimeMsOf: async () => DAY_MS, now })
  const isThere = async (id: string) => (await service.call(`/projects/${id}`)).ok
  for (const id of ['old', 'young', 'kept', 'back']) await make(id)
  await trash('old')
  await trash('back')
  now += 2 * DAY_MS
  await trash('young')
  await service.json('/projects/back', { method: 'PATCH', body: { is_trashed: false } })
  now += 28 * DAY_MS
  await sweep()
  expect(await isThere('old')).toBe(true)
  now += 1
  await sweep()
  expect(await Promise.all(['old', 'young', 'kept', 'back'].map(isThere))).toEqual([false, true, true, true])
  const left = await service.db
    .selectFrom('project_versions')
    .innerJoin('projects', 'projects.position', 'project_versions.project')
    .select('projects.id')
    .where('projects.id', 'in', ['old', 'young', 'kept', 'back'])
    .execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual(['back', 'kept', 'young'])
  const { count } = await service.db
    .selectFrom('project_versions')
    .leftJoin('projects', 'projects.position', 'project_versions.project')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('projects.id', 'is', null)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})
