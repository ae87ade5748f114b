import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../storage/database.ts'
import { openDatabase } from '../../storage/embedded/open-database.ts'
import { findAccount, findAnyAccount, listAccounts } from '../../storage/records/accounts.ts'
import { findValidApiKey } from '../../storage/records/api-keys.ts'
import { listAuditEntries } from '../../storage/records/audit-log.ts'
import { findPlan, setPlan } from '../../storage/records/plans.ts'
import { createApiKey } from '../create-key.ts'
import { authenticateSession, createSignInCode, redeemSignInCode } from '../sessions.ts'
import { changeAccount, createAccount, deleteAccount, openAccount } from './manage-accounts.ts'
import { changePlan, createPlan, removePlan } from './manage-plans.ts'
import { changeTerms, readTerms } from './manage-terms.ts'

const BY = { actor: { kind: 'operator', name: 'root' }, now: 1000 } as const

let db: Database
beforeEach(async () => {
  db = await openDatabase(':memory:')
})
afterEach(() => db.destroy())

const actions = async () => (await listAuditEntries(db, { limit: 100 })).map(({ action }) => action)
const names = async () => (await listAccounts(db)).map(({ name }) => name)

describe('an account', () => {
  test('is created once under its name', async () => {
    const account = await createAccount(db, { name: 'one' }, BY)
    expect(account).toMatchObject({ name: 'one', plan: 'default', status: 'active', createdAt: 1000 })
    await expect(createAccount(db, { name: 'one' }, BY)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await openAccount(db, 'one', BY)).toEqual(account)
    expect(await actions()).toEqual(['createAccount'])
  })

  test('that is opened and new is created, and so it is logged', async () => {
    const { id } = await openAccount(db, 'two', BY)
    expect(await findAccount(db, id)).toEqual(await findAccount(db, 'two'))
    expect(await actions()).toEqual(['createAccount'])
  })

  test.each(['', '  ', 'a\tb', 'x'.repeat(201)])('cannot be called %j', async (name) => {
    await expect(createAccount(db, { name }, BY)).rejects.toThrow('Cannot use account name')
    await expect(openAccount(db, name, BY)).rejects.toThrow('Cannot use account name')
    expect(await names()).toEqual([])
  })

  test('needs a plan that exists', async () => {
    await expect(createAccount(db, { name: 'one', plan: 'gold' }, BY)).rejects.toThrow('Cannot use plan "gold"')
    await setPlan(db, 'gold', {})
    expect(await createAccount(db, { name: 'one', plan: 'gold' }, BY)).toMatchObject({ plan: 'gold' })
  })

  test('changes its plan and state together or not at all', async () => {
    const { id } = await createAccount(db, { name: 'one' }, BY)
    await expect(changeAccount(db, id, { status: 'suspended', plan: 'gold' }, BY)).rejects.toThrow('gold')
    expect(await findAccount(db, id)).toMatchObject({ status: 'active', plan: 'default' })
    const changed = await changeAccount(db, id, { status: 'suspended', plan: 'owner' }, BY)
    expect(changed).toMatchObject({ status: 'suspended', plan: 'owner' })
    expect(await findAccount(db, id)).toEqual(changed)
  })

  test('that is asked to change nothing stays as it is, and nothing is logged', async () => {
    const account = await createAccount(db, { name: 'one' }, BY)
    expect(await changeAccount(db, account.id, {}, BY)).toEqual(account)
    expect(await actions()).toEqual(['createAccount'])
    await expect(changeAccount(db, 'nobody', {}, BY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an account that is deleted', () => {
  test('loses its keys and sessions, and gives its name back', async () => {
    const { id } = await createAccount(db, { name: 'one' }, BY)
    const { key } = await createApiKey(db, { name: 'x', accountId: id, now: 1 })
    const code = await createSignInCode(db, { account: 'one', now: 1 })
    const { token } = (await redeemSignInCode(db, code, 1))!
    expect(await deleteAccount(db, id, BY)).toMatchObject({ status: 'deleted' })
    expect(await findValidApiKey(db, key)).toBeUndefined()
    const session = authenticateSession(db, { token, address: '::1', now: 2 })
    await expect(session).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await createAccount(db, { name: 'one' }, BY)).id).not.toBe(id)
  })

  test('is not found any more, but by those who settle its usage', async () => {
    const { id } = await createAccount(db, { name: 'one' }, BY)
    await createAccount(db, { name: 'two' }, BY)
    await deleteAccount(db, id, BY)
    expect(await names()).toEqual(['two'])
    for (const name of [id, 'one']) await expect(findAccount(db, name)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(deleteAccount(db, id, BY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(changeAccount(db, id, { status: 'active' }, BY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await findAnyAccount(db, id)).toMatchObject({ status: 'deleted' })
  })

  test('leaves the keys of others alone', async () => {
    const [one, two] = [await createAccount(db, { name: 'one' }, BY), await createAccount(db, { name: 'two' }, BY)]
    const { key } = await createApiKey(db, { name: 'x', accountId: two.id, now: 1 })
    await deleteAccount(db, one.id, BY)
    expect(await findValidApiKey(db, key)).toBeDefined()
  })
})

describe('a plan', () => {
  test('is created once, changed field by field, and removed', async () => {
    await createPlan(db, { name: 'gold', fields: { charactersPerText: 5 } }, BY)
    await expect(createPlan(db, { name: 'gold', fields: {} }, BY)).rejects.toMatchObject({ code: 'CONFLICT' })
    await changePlan(db, { name: 'gold', fields: { requestBurst: 7 } }, BY)
    expect(await findPlan(db, 'gold')).toEqual({ charactersPerText: 5, requestBurst: 7 })
    await removePlan(db, 'gold', BY)
    expect(await findPlan(db, 'gold')).toBeUndefined()
    await expect(removePlan(db, 'gold', BY)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await actions()).toEqual(['deletePlan', 'changePlan', 'changePlan'])
  })

  test('that is built in is changed and restored, and never created', async () => {
    await expect(createPlan(db, { name: 'default', fields: {} }, BY)).rejects.toMatchObject({ code: 'CONFLICT' })
    await createAccount(db, { name: 'one' }, BY)
    await changePlan(db, { name: 'default', fields: { requestBurst: 7 } }, BY)
    await removePlan(db, 'default', BY)
    expect(await findPlan(db, 'default')).toBeUndefined()
  })

  test('that accounts have is not removed; deleted ones do not count', async () => {
    await createPlan(db, { name: 'gold', fields: {} }, BY)
    const { id } = await createAccount(db, { name: 'one', plan: 'gold' }, BY)
    await expect(removePlan(db, 'gold', BY)).rejects.toThrow('Cannot remove plan "gold": accounts that have it: 1')
    await deleteAccount(db, id, BY)
    await removePlan(db, 'gold', BY)
  })

  test.each(['', 'a b', 'ü', 'x'.repeat(65), '../x'])('cannot be called %j', async (name) => {
    await expect(changePlan(db, { name, fields: {} }, BY)).rejects.toThrow('Cannot use plan name')
  })

  test('with a limit that cannot be is not stored', async () => {
    const change = changePlan(db, { name: 'gold', fields: { requestBurst: 0 } }, BY)
    await expect(change).rejects.toMatchObject({ code: 'MISSING_ARGUMENT' })
    expect(await findPlan(db, 'gold')).toBeUndefined()
  })
})

describe('the terms of an account', () => {
  test('are replaced list by list', async () => {
    const { id } = await createAccount(db, { name: 'one' }, BY)
    expect(await readTerms(db, id)).toEqual({ allow: [], deny: [] })
    await changeTerms(db, id, { allow: ['duck'] }, BY)
    await changeTerms(db, id, { deny: ['goose', 'swan'] }, BY)
    expect(await readTerms(db, id)).toEqual({ allow: ['duck'], deny: ['goose', 'swan'] })
    const [entry] = await listAuditEntries(db, { limit: 1 })
    expect(entry).toMatchObject({ action: 'changeModeration', target: id, details: { allow: 1, deny: 2 } })
    expect(JSON.stringify(entry)).not.toContain('goose')
  })

  test.each([
    ['a term without letters', { deny: ['duck', ' '] }],
    ['a long term', { allow: ['x'.repeat(201)] }],
    ['too many terms', { deny: Array.from({ length: 1001 }, (_, i) => `term ${i}`) }],
  ])('are refused with %s', async (_what, terms) => {
    const { id } = await createAccount(db, { name: 'one' }, BY)
    await expect(changeTerms(db, id, terms, BY)).rejects.toMatchObject({ code: 'MISSING_ARGUMENT' })
    expect(await readTerms(db, id)).toEqual({ allow: [], deny: [] })
  })

  test('are those of an account that exists', async () => {
    await expect(readTerms(db, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
