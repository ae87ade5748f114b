import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../storage/database.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import { updateAccount } from '../storage/records/accounts.ts'
import { revokeApiKey } from '../storage/records/api-keys.ts'
import { createApiKey } from './create-key.ts'
import { deleteAccount } from './management/manage-accounts.ts'
import {
  authenticateSession,
  createSignInCode,
  endSession,
  endSessions,
  redeemSignInCode,
  SESSION_LIFETIME_MS,
  startSession,
} from './sessions.ts'

const HOUR_MS = 3_600_000
const NOW = 1_000_000

let db: Database
let accountId: string
beforeEach(async () => {
  db = await openDatabase(':memory:')
  accountId = (await createApiKey(db, { name: 'first', now: 1 })).record.accountId
})
afterEach(() => db.destroy())

const signIn = async (now = NOW) => (await redeemSignInCode(db, await createSignInCode(db, { now }), now))!
const enter = (token: string, now = NOW) => authenticateSession(db, { token, address: '203.0.113.7', now })

describe('a code to sign in', () => {
  test('works once', async () => {
    const code = await createSignInCode(db, { now: NOW })
    expect(await redeemSignInCode(db, code, NOW)).toMatchObject({ accountId, keyId: undefined })
    expect(await redeemSignInCode(db, code, NOW)).toBeUndefined()
  })

  test('works once, also if two browsers use it at the same time', async () => {
    const code = await createSignInCode(db, { now: NOW })
    const both = await Promise.all([redeemSignInCode(db, code, NOW), redeemSignInCode(db, code, NOW)])
    expect(both.filter((one) => one !== undefined)).toHaveLength(1)
  })

  test('works for an hour', async () => {
    const [late, tooLate] = [await createSignInCode(db, { now: NOW }), await createSignInCode(db, { now: NOW })]
    expect(await redeemSignInCode(db, late, NOW + HOUR_MS - 1)).toBeDefined()
    expect(await redeemSignInCode(db, tooLate, NOW + HOUR_MS)).toBeUndefined()
  })

  test('does not work once the sessions of its account were ended', async () => {
    const code = await createSignInCode(db, { now: NOW })
    await endSessions(db, { now: NOW })
    expect(await redeemSignInCode(db, code, NOW)).toBeUndefined()
  })

  test('does not work once its account was deleted', async () => {
    const { record } = await createApiKey(db, { name: 'other', account: 'other', now: 1 })
    const code = await createSignInCode(db, { account: 'other', now: NOW })
    await deleteAccount(db, record.accountId, { actor: { kind: 'operator', name: 'root' }, now: NOW })
    expect(await redeemSignInCode(db, code, NOW)).toBeUndefined()
  })

  test('is stored as a hash, like the token of a session', async () => {
    const code = await createSignInCode(db, { now: NOW })
    const { token } = await signIn()
    const tables = [db.selectFrom('sign_in_codes').selectAll(), db.selectFrom('sessions').selectAll()]
    const stored = JSON.stringify(await Promise.all(tables.map((table) => table.execute())))
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(token)
  })
})

describe('a session', () => {
  test('lasts 30 days', async () => {
    const { token } = await signIn()
    expect(await enter(token, NOW + SESSION_LIFETIME_MS - 1)).toMatchObject({
      accountId,
      plan: 'default',
      key: undefined,
    })
    const unused = await signIn()
    await expect(enter(unused.token, NOW + SESSION_LIFETIME_MS)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(SESSION_LIFETIME_MS).toBe(30 * 24 * HOUR_MS)
  })

  test('that is used lasts 30 days again, and is written once a day at most', async () => {
    const { token } = await signIn()
    const day = 24 * HOUR_MS
    expect((await enter(token, NOW + day - 1)).expiresAt).toBe(NOW + SESSION_LIFETIME_MS)
    expect((await enter(token, NOW + day)).expiresAt).toBe(NOW + day + SESSION_LIFETIME_MS)
    expect((await enter(token, NOW + day + 1)).expiresAt).toBe(NOW + day + SESSION_LIFETIME_MS)
    expect((await enter(token, NOW + day + SESSION_LIFETIME_MS - 1)).accountId).toBe(accountId)
  })

  test('ends alone when its browser signs out', async () => {
    const [one, other] = [await signIn(), await signIn()]
    await endSession(db, one.token, { now: NOW })
    await expect(enter(one.token)).rejects.toThrow('The session has ended')
    expect(await enter(other.token)).toMatchObject({ accountId })
  })

  test('ends with all others of its account, and with none of another', async () => {
    const own = await signIn()
    const code = await createSignInCode(db, { account: 'other', now: NOW })
    const foreign = (await redeemSignInCode(db, code, NOW))!
    await endSessions(db, { now: NOW })
    await expect(enter(own.token)).rejects.toThrow('The session has ended')
    expect((await enter(foreign.token)).accountId).not.toBe(accountId)
  })

  test('that a key began is bound by the rules of the key, and ends with it', async () => {
    const rules = { expiresAt: NOW + 10, allowedAddresses: ['203.0.113.0/24'] }
    const { record } = await createApiKey(db, { name: 'k', now: NOW, ...rules })
    const { token } = await startSession(db, { accountId, keyId: record.id, now: NOW })
    expect((await enter(token)).key?.id).toBe(record.id)
    await expect(authenticateSession(db, { token, address: '198.51.100.1', now: NOW })).rejects.toThrow(
      'may not be used',
    )
    await expect(enter(token, NOW + 10)).rejects.toThrow('The API key has expired')
    await revokeApiKey(db, record.id, NOW)
    await expect(enter(token)).rejects.toThrow('The session has ended')
  })

  test('of a suspended account is refused until the account is active again', async () => {
    const { token } = await signIn()
    await updateAccount(db, accountId, { status: 'suspended' })
    await expect(enter(token)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await updateAccount(db, accountId, { status: 'active' })
    expect(await enter(token)).toMatchObject({ accountId })
  })

  test('removes those that have expired when it begins', async () => {
    await signIn()
    await createSignInCode(db, { now: NOW })
    await signIn(NOW + SESSION_LIFETIME_MS)
    const count = async (table: 'sessions' | 'sign_in_codes') =>
      (await db.selectFrom(table).selectAll().execute()).length
    expect([await count('sessions'), await count('sign_in_codes')]).toEqual([1, 0])
  })
})
