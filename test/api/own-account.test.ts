import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let owner: Awaited<ReturnType<typeof createApiKey>>
let admin: Awaited<ReturnType<typeof createApiKey>>

beforeAll(async () => {
  service = await startTestService()
  const now = Date.now()
  const scopes = SCOPES.filter((scope) => scope !== 'admin')
  owner = await createApiKey(service.db, { name: 'owner', account: 'team', scopes, now })
  admin = await createApiKey(service.db, { name: 'admin', account: 'operators', scopes: SCOPES, now })
})
afterAll(() => service.close())

type Entry = { readonly action: string; readonly actor: object; readonly account_id: string; readonly position: number }

async function call<Body = Record<string, unknown>>(path: string, as: string, options: object = {}): Promise<Body> {
  return (await (await service.call(path, { ...options, headers: { 'x-api-key': as } })).json()) as Body
}

const audit = async (query = '') => (await call<{ entries: readonly Entry[] }>(`/audit${query}`, owner.key)).entries

test('an account sees its plan and limits', async () => {
  const { accountId } = owner.record
  await call('/admin/plans', admin.key, { body: { plan: 'small', limits: { characters_per_month: 1234 } } })
  await call(`/admin/accounts/${accountId}`, admin.key, { method: 'PATCH', body: { plan: 'small' } })
  expect(await call('/account', owner.key)).toMatchObject({
    account_id: accountId,
    name: 'team',
    plan: 'small',
    status: 'active',
    limits: { characters_per_month: 1234 },
  })
})

test('an account sees its own changes and no others, and not who runs the service', async () => {
  const { accountId } = owner.record
  const made = await call<{ key_id: string }>('/keys', owner.key, { body: { name: 'Mine' } })
  await call(`/admin/accounts/${accountId}`, admin.key, { method: 'PATCH', body: { plan: 'default' } })
  await call('/keys', admin.key, { body: { name: 'Theirs' } })
  await call(`/admin/accounts/${accountId}/keys`, admin.key, { body: { name: 'For them' } })
  const entries = await audit()
  expect(entries.length).toBeGreaterThanOrEqual(4)
  expect(new Set(entries.map((entry) => entry.account_id))).toEqual(new Set([accountId]))
  const text = JSON.stringify(entries)
  for (const hidden of [admin.record.accountId, admin.record.id, 'Theirs']) expect(text).not.toContain(hidden)
  expect(entries.find(({ action }) => action === 'changeAccount')?.actor).toEqual({ kind: 'operator' })
  expect(entries.filter(({ action }) => action === 'createKey').map(({ actor }) => actor)).toEqual([
    { kind: 'operator' },
    { kind: 'key', account_id: accountId, key_id: owner.record.id, address: '127.0.0.1' },
  ])
  expect(await audit(`?key_id=${made.key_id}`)).toHaveLength(1)
  const [newest] = entries
  expect((await audit(`?before=${newest!.position}&limit=1`))[0]).toEqual(entries[1])
  // A filter of the administration does nothing here.
  expect(await audit(`?account_id=${admin.record.accountId}`)).toEqual(entries)
})
