import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { ensureAccount } from '../../storage/records/accounts.ts'
import { findApiKey, findValidApiKey, listApiKeys } from '../../storage/records/api-keys.ts'
import { listAuditEntries } from '../../storage/records/audit-log.ts'
import { DEFAULT_SCOPES, type Scope } from '../scopes.ts'
import { createAccountKey, revokeKey, rotateKey, stateOfKey } from './manage-keys.ts'

const NOW = 1_000_000
const BY = { actor: { kind: 'operator', name: 'root' }, now: NOW } as const

let db: Database
let accountId: string
beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = await ensureAccount(db, 'one', 1)
})
afterEach(() => db.destroy())

const create = (request: Partial<Parameters<typeof createAccountKey>[1]> = {}) =>
  createAccountKey(db, { accountId, name: 'phone menu', ...request }, BY)
const actions = async () => (await listAuditEntries(db, { limit: 100 })).map(({ action }) => action)

describe('a new key', () => {
  test('has the rules that were asked for, and is in the audit log without the key', async () => {
    const rules = {
      scopes: ['clips:read'],
      expiresAt: NOW + 1,
      allowedAddresses: ['203.0.113.0/24'],
      charactersPerMonth: 9,
    }
    const { key, record } = await create(rules)
    expect(await findValidApiKey(db, key)).toMatchObject({ ...rules, accountId, name: 'phone menu' })
    const [entry] = await listAuditEntries(db, { limit: 1 })
    expect(entry).toMatchObject({ action: 'createKey', accountId, target: record.id, details: rules, time: NOW })
    expect(JSON.stringify(entry)).not.toContain(key)
  })

  test.each([
    ['name', { name: '' }],
    ['name', { name: ' \t' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'x'.repeat(201) }],
    ['expiry', { expiresAt: NOW }],
    ['expiry', { expiresAt: 0 }],
    ['addresses', { allowedAddresses: [] }],
    ['addresses', { allowedAddresses: Array.from({ length: 101 }, (_, i) => `203.0.113.${i}`) }],
    ['address', { allowedAddresses: ['everywhere'] }],
    ['characters a month', { charactersPerMonth: 0 }],
    ['characters a month', { charactersPerMonth: 1.5 }],
    ['characters a month', { charactersPerMonth: Number.NaN }],
    ['scope', { scopes: ['everything'] }],
  ])('is refused for its %s: %j', async (what, request) => {
    await expect(create(request)).rejects.toMatchObject({
      code: 'MISSING_ARGUMENT',
      message: expect.stringContaining(`Cannot use ${/s$|^name$/.test(what) ? '' : what}`),
    })
    expect(await listApiKeys(db)).toEqual([])
    expect(await actions()).toEqual([])
  })

  test.each([
    { name: 'x'.repeat(200) },
    { expiresAt: NOW + 1 },
    { charactersPerMonth: 1 },
    { charactersPerMonth: null },
  ])('may just have %j', async (request) => {
    expect((await create(request)).record).toMatchObject(request)
  })

  test('needs an account', async () => {
    await expect(create({ accountId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('cannot be empty of scopes', async () => {
    await expect(create({ scopes: [] })).rejects.toThrow('Cannot create a key without scopes')
  })
})

describe('a caller that creates a key', () => {
  const grantable: readonly Scope[] = ['clips:read', 'keys']

  test('passes on only scopes that it has', async () => {
    expect((await create({ scopes: ['keys', 'clips:read'], grantable })).record.scopes).toEqual(['clips:read', 'keys'])
    await expect(create({ scopes: ['clips:read', 'usage'], grantable })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('the scope usage'),
    })
  })

  test('passes on those of the usual ones that it has if it names none', async () => {
    expect((await create({ grantable })).record.scopes).toEqual(['clips:read'])
    expect((await create({ grantable: [...DEFAULT_SCOPES, 'keys'] })).record.scopes).toBeNull()
    expect((await create()).record.scopes).toBeNull()
  })
})

describe('a key that is rotated', () => {
  test('is valid for the overlap, beside one with the same rules', async () => {
    const old = await create({ scopes: ['usage'], charactersPerMonth: 7 })
    const { key, record } = await rotateKey(db, { keyId: old.record.id, overlapMs: 500 }, BY)
    expect(record).toMatchObject({ accountId, name: 'phone menu', scopes: ['usage'], charactersPerMonth: 7 })
    expect(await findValidApiKey(db, key)).toBeDefined()
    const ending = await findApiKey(db, { id: old.record.id })
    expect([NOW + 499, NOW + 500].map((now) => stateOfKey(ending, now))).toEqual(['active', 'expired'])
    expect(await actions()).toEqual(['rotateKey', 'createKey'])
  })

  test('does not live longer than it would have', async () => {
    const old = await create({ expiresAt: NOW + 100 })
    await rotateKey(db, { keyId: old.record.id, overlapMs: 500 }, BY)
    expect((await findApiKey(db, { id: old.record.id })).expiresAt).toBe(NOW + 100)
  })

  test('must be valid, of the account, and have no scope that its caller lacks', async () => {
    const { record } = await create({ scopes: ['admin'] })
    const rotate = (options: object, now = NOW) =>
      rotateKey(db, { keyId: record.id, overlapMs: 0, ...options }, { ...BY, now })
    await expect(rotate({ accountId: 'other' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(rotate({ grantable: ['keys'] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await revokeKey(db, { keyId: record.id }, BY)
    await expect(rotate({})).rejects.toThrow(`Cannot rotate key ${record.id}: no valid key has this id`)
    expect((await listApiKeys(db)).length).toBe(1)
  })
})

describe('a key that is revoked', () => {
  test('ends at once, and can be revoked once', async () => {
    const { key, record } = await create()
    expect(await revokeKey(db, { keyId: record.id, accountId }, BY)).toMatchObject({ id: record.id, revokedAt: NOW })
    expect(await findValidApiKey(db, key)).toBeUndefined()
    await expect(revokeKey(db, { keyId: record.id }, BY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await actions()).toEqual(['revokeKey', 'createKey'])
  })

  test('is not one of another account', async () => {
    const { key, record } = await create()
    await expect(revokeKey(db, { keyId: record.id, accountId: 'other' }, BY)).rejects.toThrow('Cannot find key')
    expect(await findValidApiKey(db, key)).toBeDefined()
  })
})

test('an account has a thousand valid keys at most', async () => {
  const row = { account_id: accountId, name: 'x', hint: 'abcd', created_at: 1, revoked_at: null, expires_at: null }
  const rows = Array.from({ length: 999 }, (_, i) => ({ ...row, id: `key ${i}`, hash: `hash ${i}` }))
  await db
    .insertInto('api_keys')
    .values(rows.map((one, i) => ({ ...one, revoked_at: i === 0 ? 1 : null })))
    .execute()
  await db.updateTable('api_keys').set({ expires_at: NOW }).where('id', '=', 'key 1').execute()
  for (let i = 0; i < 3; i++) await create()
  await expect(create()).rejects.toThrow('Cannot create key: the account has 1000')
})
