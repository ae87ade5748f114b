import type { CreatedKey as StoredCreatedKey } from '../../accounts/create-key.ts'
import { changeAccount, createAccount, deleteAccount } from '../../accounts/management/manage-accounts.ts'
import { revokeKey, rotateKey, stateOfKey } from '../../accounts/management/manage-keys.ts'
import { changePlan, removePlan } from '../../accounts/management/manage-plans.ts'
import { changeTerms, readTerms } from '../../accounts/management/manage-terms.ts'
import { listAllPlans } from '../../accounts/plans.ts'
import { DEFAULT_SCOPES } from '../../accounts/scopes.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../storage/database.ts'
import { findAccount, findAccountById, findAccountByName, listAccounts } from '../../storage/records/accounts.ts'
import { type ApiKey, listApiKeys } from '../../storage/records/api-keys.ts'
import { listAuditEntries, type StoredAuditEntry } from '../../storage/records/audit-log.ts'
import { REPORTED_GROUPS, type UsageSum as StoredUsageSum, sumUsage } from '../../storage/records/usage.ts'
import { byOperator } from '../by-operator.ts'
import { createOperatorKey } from '../create-operator-key.ts'
import { withDatabase } from '../with-database.ts'
import type { Administration, AuditFilter, CreatedKey, Key, Plan, UsageSum } from './administration.ts'

/** Administers the service whose data directory or database the settings name, also while it runs. */
export function createLocalAdministration(config: Config): Administration {
  const on = async <Result>(act: (db: Database) => Promise<Result>): Promise<Result> => {
    let result: Result
    await withDatabase(config, async (db) => {
      result = await act(db)
    })
    return result!
  }
  const findPlan = async (db: Database, name: string): Promise<Plan | undefined> =>
    (await listAllPlans(db, config)).find((plan) => plan.name === name)
  return {
    listKeys: () =>
      on(async (db) => {
        const accounts = new Set((await listAccounts(db)).map(({ id }) => id))
        const keys = await listApiKeys(db)
        return keys.filter(({ accountId }) => accounts.has(accountId)).map((key) => toKey(key, key.account))
      }),
    createKey: (key) => on(async (db) => toCreatedKey(await createOperatorKey(db, key), key.account)),
    rotateKey: (id, overlapSeconds) =>
      on(async (db) => {
        const created = await rotateKey(db, { keyId: id, overlapMs: 1000 * overlapSeconds }, byOperator())
        return toCreatedKey(created, (await findAccountById(db, created.record.accountId)).name)
      }),
    revokeKey: (id) =>
      on(async (db) => {
        const key = await revokeKey(db, { keyId: id }, byOperator())
        return toKey(key, (await findAccountById(db, key.accountId)).name)
      }),
    listAccounts: () => on(listAccounts),
    createAccount: ({ name, plan }) =>
      on(async (db) => {
        const known = await findAccountByName(db, name)
        if (known === undefined) return await createAccount(db, { name, plan }, byOperator())
        return await changeAccount(db, known.id, { plan }, byOperator())
      }),
    changeAccount: (account, change) =>
      on(async (db) => await changeAccount(db, (await findAccount(db, account)).id, change, byOperator())),
    deleteAccount: (account) =>
      on(async (db) => {
        const { id, name } = await findAccount(db, account)
        return { ...(await deleteAccount(db, id, byOperator())), name }
      }),
    terms: (account, change) =>
      on(async (db) => {
        const { id } = await findAccount(db, account)
        const terms = await readTerms(db, id)
        return change === undefined ? terms : await changeTerms(db, id, change(terms), byOperator())
      }),
    listPlans: () => on((db) => listAllPlans(db, config)),
    setPlan: ({ name, limits }) =>
      on(async (db) => {
        await changePlan(db, { name, fields: limits }, byOperator())
        return (await findPlan(db, name))!
      }),
    removePlan: (name) =>
      on(async (db) => {
        const plan = await findPlan(db, name)
        await removePlan(db, name, byOperator())
        return plan!
      }),
    usage: ({ account = 'default', from, to }) =>
      on(async (db) => {
        const { id } = await findAccount(db, account)
        return (await sumUsage(db, { accountId: id, from, to, groupBy: REPORTED_GROUPS })).map(toUsageSum)
      }),
    audit: (filter) => on((db) => readAudit(db, filter)),
    readAudit: (work) => on((db) => work((filter) => readAudit(db, filter))),
  }
}

async function readAudit(db: Database, { account, key, ...query }: AuditFilter): Promise<readonly StoredAuditEntry[]> {
  const accountId = account === undefined ? undefined : (await findAccount(db, account)).id
  return await listAuditEntries(db, { ...query, keyId: key, accountId })
}

function toKey(key: ApiKey, account: string): Key {
  const { id, name, hint, scopes, createdAt, expiresAt, revokedAt, lastUsedAt } = key
  const { allowedAddresses, charactersPerMonth } = key
  return {
    id,
    account,
    name,
    hint,
    status: stateOfKey(key, Date.now()),
    scopes: scopes ?? DEFAULT_SCOPES,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    allowedAddresses,
    charactersPerMonth,
  }
}

function toCreatedKey({ key, record }: StoredCreatedKey, account: string): CreatedKey {
  return { key, ...toKey(record, account) }
}

/** All groups are given, because the sums are by all of them. */
function toUsageSum({ day, endpoint, key, avatar, audioMs, ...amounts }: StoredUsageSum): UsageSum {
  return {
    day: String(day),
    endpoint: String(endpoint),
    key: String(key ?? ''),
    avatar: Number(avatar),
    ...amounts,
    audioSeconds: audioMs / 1000,
  }
}
