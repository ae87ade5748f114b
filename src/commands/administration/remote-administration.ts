import type { Call } from '../../../client/src/send.ts'
import { parsePlanLimits } from '../../accounts/plan-fields.ts'
import type { AccountTerms } from '../../storage/records/account-terms.ts'
import type { StoredAuditEntry } from '../../storage/records/audit-log.ts'
import { REPORTED_GROUPS } from '../../storage/records/usage.ts'
import type { Connection } from '../remote/connect.ts'
import {
  type Body,
  type PlanBody,
  toAccount,
  toAuditEntry,
  toCamelCase,
  toCreatedKey,
  toKey,
  toPlan,
  toSnakeCaseBody,
} from './admin-bodies.ts'
import { createAdminCalls } from './admin-calls.ts'
import type { Administration, AuditFilter, Key } from './administration.ts'

/** Entries that the API lists at most. */
const AUDIT_PAGE = 1000

/** Administers a service through its admin API. The key needs the scope `admin`. */
export function createRemoteAdministration(connection: Connection): Administration {
  const { declaim } = connection
  const { ask, pathOf, listAccounts, listKeysOf, findByName, find, findKey, change } = createAdminCalls(connection)
  const readAudit = async (filter: AuditFilter): Promise<readonly StoredAuditEntry[]> => {
    const account = filter.account === undefined ? undefined : (await find(filter.account)).id
    return await listAudit(filter, account, ask)
  }
  return {
    listAccounts,
    async listKeys() {
      const keys: Key[] = []
      for (const account of await listAccounts()) keys.push(...(await listKeysOf(account)))
      return keys.toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
    },
    async createKey({ account: name, ...key }) {
      const account = (await findByName(name)) ?? toAccount(await ask<Body>('/accounts', { body: { name } }))
      return toCreatedKey(await ask<Body>(`${pathOf(account)}/keys`, { body: toSnakeCaseBody(key) }), account.name)
    },
    async rotateKey(id, overlapSeconds) {
      const { path, account } = await findKey(id, 'rotate')
      const body = { overlap_seconds: Math.round(overlapSeconds) }
      return toCreatedKey(await ask<Body>(`${path}/rotate`, { body }), account.name)
    },
    async revokeKey(id) {
      const { path, account } = await findKey(id, 'revoke')
      return toKey(await ask<Body>(path, { method: 'DELETE' }), account.name)
    },
    async createAccount({ name, plan }) {
      const body = { name, ...(plan !== undefined && { plan }) }
      const known = (await listAccounts()).find((one) => one.name === name)
      if (known === undefined) return toAccount(await ask<Body>('/accounts', { body }))
      return plan === undefined ? known : await change(name, { plan })
    },
    changeAccount: (account, fields) => change(account, fields),
    async deleteAccount(account) {
      const found = await find(account)
      await ask(pathOf(found), { method: 'DELETE' })
      return { ...found, status: 'deleted' }
    },
    async terms(account, change) {
      const path = `${pathOf(await find(account))}/moderation`
      const terms = await ask<AccountTerms>(path)
      return change === undefined
        ? terms
        : await ask<AccountTerms>(path, { method: 'PATCH', body: { ...change(terms) } })
    },
    async listPlans() {
      return (await ask<{ plans: readonly PlanBody[] }>('/plans')).plans.map(toPlan)
    },
    async setPlan({ name, limits }) {
      const body = toSnakeCaseBody(parsePlanLimits(limits))
      const { plans } = await ask<{ plans: readonly PlanBody[] }>('/plans')
      const isKnown = plans.some(({ plan }) => plan === name)
      return toPlan(
        isKnown
          ? await ask<PlanBody>(`/plans/${encodeURIComponent(name)}`, { method: 'PATCH', body })
          : await ask<PlanBody>('/plans', { body: { plan: name, limits: body } }),
      )
    },
    async removePlan(name) {
      return toPlan(await ask<PlanBody>(`/plans/${encodeURIComponent(name)}`, { method: 'DELETE' }))
    },
    async usage({ account, from, to }) {
      const query = { from, to, group_by: REPORTED_GROUPS.join(',') }
      if (account === undefined) {
        const { usage = [] } = await declaim.usage({ from, to, groupBy: query.group_by })
        return usage.map((sum) => toCamelCase(sum) as never)
      }
      const { usage } = await ask<{ usage: readonly Body[] }>(`${pathOf(await find(account))}/usage`, { query })
      return usage.map((sum) => toCamelCase(sum) as never)
    },
    audit: readAudit,
    readAudit: (work) => work(readAudit),
  }
}

/** As many entries as are asked for, page by page. */
async function listAudit(
  { key, action, from, to, after, limit }: AuditFilter,
  account: string | undefined,
  ask: <Result>(path: string, call: Call) => Promise<Result>,
): Promise<readonly StoredAuditEntry[]> {
  const toTime = (time: number | undefined) => (time === undefined ? undefined : new Date(time).toISOString())
  const filter = { account_id: account, key_id: key, action, from: toTime(from), to: toTime(to) }
  const entries: StoredAuditEntry[] = []
  while (entries.length < limit) {
    const size = Math.min(AUDIT_PAGE, limit - entries.length)
    const last = entries.at(-1)?.position
    const query = { ...filter, limit: size, ...(after === undefined ? { before: last } : { after: last ?? after }) }
    const page = await ask<{ entries: readonly Body[] }>('/audit', { query })
    entries.push(...page.entries.map(toAuditEntry))
    if (page.entries.length < size) break
  }
  return entries
}
