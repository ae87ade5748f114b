import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../src/accounts/create-key.ts'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { removeDeletedAccounts } from '../../src/jobs/remove-deleted-accounts.ts'
import { STORAGE, startTestService, type TestService } from '../support/test-service.ts'

/** A change applies to the next request; the processes that share a database hear of it a moment later. */
const UNTIL_RULES_APPLY = { timeout: 5000, interval: STORAGE === 'embedded' ? 5000 : 20 }

let service: TestService
let admin: string

beforeAll(async () => {
  service = await startTestService()
  admin = (await createApiKey(service.db, { name: 'admin', account: 'operators', scopes: SCOPES, now: 1 })).key
})
afterAll(() => service.close())

type Body = Readonly<Record<string, unknown>> & { account_id: string; key_id: string; key: string }
type Call = { readonly method?: string; readonly body?: unknown; readonly as?: string }

async function call(path: string, { as = admin, ...options }: Call = {}) {
  const answer = await service.call(path, { ...options, headers: { 'x-api-key': as } })
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body }
}

async function newAccount(
  name: string,
): Promise<{ readonly id: string; readonly key: string; readonly keyId: string }> {
  const { body } = await call('/admin/accounts', { body: { name } })
  const key = await call(`/admin/accounts/${body.account_id}/keys`, { body: { name: 'first' } })
  return { id: body.account_id, key: key.body.key, keyId: key.body.key_id }
}

const avatars = async (as: string) => (await call('/avatars', { as })).status
/** Expects what a key gets, at once or, if processes share the database, a moment later. */
const expectStatus = (as: string) => expect.poll(() => avatars(as), UNTIL_RULES_APPLY)

describe('accounts', () => {
  test('are created on the default plan, listed and shown', async () => {
    const created = await call('/admin/accounts', { body: { name: 'Support' } })
    expect(created).toMatchObject({ status: 200, body: { name: 'Support', plan: 'default', status: 'active' } })
    const { body } = await call(`/admin/accounts/${created.body.account_id}`)
    expect(body).toEqual(created.body)
    expect((await call('/admin/accounts')).body.accounts).toContainEqual(created.body)
    expect(await call('/admin/accounts', { body: { name: 'Support' } })).toMatchObject({
      status: 409,
      body: { message: 'Cannot create account "Support": an account has this name' },
    })
  })

  test.each([
    [{}, 'name is missing'],
    [{ name: ' ' }, 'name is empty'],
    [{ name: 'a\u0000b' }, 'name has the character U+0000'],
    [{ name: 'a\nb' }, 'on one line'],
    [{ name: 'x', plan: 'no-such' }, 'there is no such plan'],
  ])('are not created from %j', async (body, message) => {
    expect(await call('/admin/accounts', { body })).toMatchObject({
      status: 400,
      body: { code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) },
    })
  })

  test('get another plan', async () => {
    await call('/admin/plans', { body: { plan: 'tiny', limits: { characters_per_text: 3 } } })
    const { id, key } = await newAccount('Planned')
    const path = `/admin/accounts/${id}`
    expect((await call(path, { method: 'PATCH', body: { plan: 'tiny' } })).body.plan).toBe('tiny')
    const spoken = async () =>
      (await call('/input_validated', { body: { speaker_id: 3, text: 'four' }, as: key })).body.code
    await expect.poll(spoken, UNTIL_RULES_APPLY).toBe('INVALID_TEXT_LENGTH_EXCEEDED')
    expect((await call(path, { method: 'PATCH', body: { plan: 'none' } })).status).toBe(400)
    expect((await call(path)).body.plan).toBe('tiny')
  })

  test('that are suspended are refused at once until they are active again', async () => {
    const { id, key } = await newAccount('Late payer')
    const set = (status: string) => call(`/admin/accounts/${id}`, { method: 'PATCH', body: { status } })
    expect(await avatars(key)).toBe(200)
    await set('suspended')
    await expectStatus(key).toBe(403)
    expect(await call('/avatars', { as: key })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'The account is suspended: ask the operator' },
    })
    await set('active')
    await expectStatus(key).toBe(200)
    expect((await set('deleted')).status).toBe(400)
  })

  test('that commands use by default cannot be deleted', async () => {
    const { accounts } = (await call('/admin/accounts')).body as unknown as {
      accounts: { account_id: string; name: string }[]
    }
    const { account_id: id } = accounts.find(({ name }) => name === 'default')!
    const refused = { status: 409, body: { code: 'CONFLICT', message: expect.stringContaining('account "default"') } }
    expect(await call(`/admin/accounts/${id}`, { method: 'DELETE' })).toMatchObject(refused)
    expect((await call(`/admin/accounts/${id}`)).status).toBe(200)
  })

  test('that are deleted leave nothing but their usage, and free their name', async () => {
    const { id, key } = await newAccount('Gone')
    const body = { speaker_id: 3, text: 'Remember me.' }
    const { clip_id } = (await call('/clips', { body, as: key })).body as unknown as { clip_id: string }
    let clip: { status?: string; url?: string } = {}
    while (clip.status !== 'COMPLETE') clip = (await call(`/clips/${clip_id}`, { as: key })).body as typeof clip
    const { library_id } = (await call('/replacement_libraries', { body: { name: 'L' }, as: key })).body
    await call(`/replacement_libraries/${library_id as string}/replacements`, {
      body: { original: 'a', replacement_text: 'b' },
      as: key,
    })
    expect(await call(`/admin/accounts/${id}`, { method: 'DELETE' })).toMatchObject({ body: { status: 'deleted' } })
    await expectStatus(key).toBe(401)
    for (const method of ['GET', 'DELETE']) expect((await call(`/admin/accounts/${id}`, { method })).status).toBe(404)
    expect((await call(`/admin/accounts/${id}`, { method: 'PATCH', body: { status: 'active' } })).status).toBe(404)
    // What a worker does, if the process that deleted the account ended in between.
    await removeDeletedAccounts(service)
    for (const table of ['clips', 'replacement_libraries', 'sessions'] as const) {
      const rows = await service.db.selectFrom(table).selectAll().where('account_id', '=', id).execute()
      expect(rows, table).toEqual([])
    }
    expect(await service.db.selectFrom('replacements').selectAll().execute()).toEqual([])
    expect((await fetch(clip.url!)).status).toBe(404)
    expect((await call(`/admin/accounts/${id}/usage?group_by=endpoint`)).body.usage).toMatchObject([
      { endpoint: 'clips', requests: 1, characters: 12 },
    ])
    expect((await newAccount('Gone')).id).not.toBe(id)
  })
})

describe('keys of an account', () => {
  test('are created with any scopes, listed, rotated and revoked', async () => {
    const { id, keyId, key } = await newAccount('Keys')
    const path = `/admin/accounts/${id}/keys`
    const strong = await call(path, { body: { name: 'strong', scopes: ['admin'] } })
    expect(strong.body.scopes).toEqual(['admin'])
    expect((await call('/admin/plans', { as: strong.body.key })).status).toBe(200)
    expect((await call(path)).body).toMatchObject({ count: 2, keys: [{ name: 'first' }, { name: 'strong' }] })
    const rotated = await call(`${path}/${keyId}/rotate`, { body: { overlap_seconds: 0 } })
    expect(rotated.status).toBe(200)
    await expectStatus(key).toBe(401)
    expect(await avatars(rotated.body.key)).toBe(200)
    expect((await call(`${path}/${rotated.body.key_id}`, { method: 'DELETE' })).status).toBe(200)
    await expectStatus(rotated.body.key).toBe(401)
  })

  test('are found below their own account alone', async () => {
    const [one, other] = [await newAccount('One'), await newAccount('Other')]
    const wrong = `/admin/accounts/${one.id}/keys/${other.keyId}`
    expect((await call(wrong, { method: 'DELETE' })).status).toBe(404)
    expect((await call(`${wrong}/rotate`, { body: {} })).status).toBe(404)
    expect(await avatars(other.key)).toBe(200)
  })
})

describe('plans', () => {
  test('are created, changed, shown and deleted', async () => {
    const created = await call('/admin/plans', {
      body: { plan: 'soft-1', limits: { month_end: 'soft', requests_per_second: null } },
    })
    expect(created.body).toMatchObject({
      plan: 'soft-1',
      built_in: false,
      limits: { month_end: 'soft', requests_per_second: null, webhooks: true },
    })
    expect((await call('/admin/plans', { body: { plan: 'soft-1', limits: {} } })).status).toBe(409)
    expect((await call('/admin/plans', { body: { plan: 'owner', limits: {} } })).status).toBe(409)
    const path = '/admin/plans/soft-1'
    const changed = await call(path, { method: 'PATCH', body: { webhooks: false } })
    expect(changed.body.limits).toMatchObject({ month_end: 'soft', webhooks: false })
    expect((await call(path)).body).toEqual(changed.body)
    expect((await call('/admin/plans')).body.plans).toContainEqual(changed.body)
    const { id } = await newAccount('Planless')
    await call(`/admin/accounts/${id}`, { method: 'PATCH', body: { plan: 'soft-1' } })
    expect(await call(path, { method: 'DELETE' })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    await call(`/admin/accounts/${id}`, { method: 'PATCH', body: { plan: 'default' } })
    expect((await call(path, { method: 'DELETE' })).status).toBe(200)
    expect((await call(path)).status).toBe(404)
  })

  test('whose names have dots are found under their names', async () => {
    for (const plan of ['v1.2', '.hidden', 'a..b', '-', '...x']) {
      expect((await call('/admin/plans', { body: { plan, limits: {} } })).status).toBe(200)
      expect((await call(`/admin/plans/${plan}`)).body.plan).toBe(plan)
      expect((await call(`/admin/plans/${plan}`, { method: 'DELETE' })).status).toBe(200)
    }
  })

  test('with a limit that has another name is refused, and names it', async () => {
    const limits = { requestsPerSecond: 1, concurrentStreams: 1 }
    const refused = await call('/admin/plans', { body: { plan: 'camel', limits } })
    expect(refused).toMatchObject({ status: 400, body: { code: 'MISSING_ARGUMENT' } })
    expect(refused.body.message).toMatch(/"requestsPerSecond", "concurrentStreams": expected .*requests_per_second/)
    expect((await call('/admin/plans/camel')).status).toBe(404)
    expect((await call('/admin/plans/default', { method: 'PATCH', body: { web_hooks: false } })).status).toBe(400)
  })

  test.each([
    [{ plan: 'a/b', limits: {} }, 'plan is "a/b"'],
    [{ plan: '.', limits: {} }, 'plan is "."'],
    [{ plan: '..', limits: {} }, 'plan is ".."'],
    [{ plan: 'x', limits: { characters_per_text: 0 } }, 'limits.characters_per_text is 0'],
    [{ plan: 'x', limits: { characters_per_text: null } }, 'limits.characters_per_text is null'],
    [{ plan: 'x', limits: { month_end: 'never' } }, 'expected hard, soft'],
    [{ plan: 'x', limits: { webhooks: 'yes' } }, 'expected true or false'],
    [{ plan: 'x' }, 'limits is missing'],
  ])('are not created from %j', async (body, message) => {
    expect(await call('/admin/plans', { body })).toMatchObject({
      status: 400,
      body: { code: 'MISSING_ARGUMENT', message: expect.stringContaining(message) },
    })
    expect((await call('/admin/plans/x')).status).toBe(404)
  })
})
