import type { AccountTerms } from '../../storage/records/account-terms.ts'
import type { Account } from '../../storage/records/accounts.ts'
import type { StoredAuditEntry } from '../../storage/records/audit-log.ts'

/** A key as lists show it. Times are epoch milliseconds. */
export type Key = {
  readonly id: string
  /** The name of its account. */
  readonly account: string
  readonly name: string
  /** Its last characters. */
  readonly hint: string
  readonly status: 'active' | 'expired' | 'revoked'
  readonly scopes: readonly string[]
  readonly createdAt: number
  readonly expiresAt: number | null
  readonly revokedAt: number | null
  readonly lastUsedAt: number | null
  readonly allowedAddresses: readonly string[] | null
  readonly charactersPerMonth: number | null
}

/** A key together with its secret, which is known only when it is created. */
export type CreatedKey = Key & { readonly key: string }

export type NewKey = Pick<Key, 'account' | 'name' | 'expiresAt' | 'allowedAddresses' | 'charactersPerMonth'> & {
  /** Null for the usual ones. */
  readonly scopes: readonly string[] | null
}

export type Plan = { readonly name: string; readonly limits: Readonly<Record<string, unknown>> }

/** Usage of a day, endpoint, key and avatar. */
export type UsageSum = {
  readonly day: string
  readonly endpoint: string
  readonly key: string
  readonly avatar: number
  readonly requests: number
  readonly characters: number
  readonly audioSeconds: number
  readonly cacheHits: number
}

export type ReadAudit = (filter: AuditFilter) => Promise<readonly StoredAuditEntry[]>

/** Days are in UTC, such as 2026-03-14. Without an account, it is the one called `default`, or that of the key at a service elsewhere. */
export type UsageRange = { readonly account?: string | undefined; readonly from: string; readonly to: string }

export type AuditFilter = {
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly action?: string | undefined
  /** Epoch milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Only entries after this position, oldest first. */
  readonly after?: number | undefined
  readonly limit: number
}

/**
 * What operators do with accounts, keys and plans: on the database of this machine, or at a service elsewhere. Accounts are named
 * by their name or id. Refusals are ServiceErrors, or DeclaimErrors of a service.
 */
export interface Administration {
  listKeys(): Promise<readonly Key[]>
  /** Creates the account too if it is new. */
  createKey(key: NewKey): Promise<CreatedKey>
  rotateKey(id: string, overlapSeconds: number): Promise<CreatedKey>
  revokeKey(id: string): Promise<Key>
  listAccounts(): Promise<readonly Account[]>
  /** Creates an account, or changes the plan of the one that has the name. */
  createAccount(account: { readonly name: string; readonly plan?: string | undefined }): Promise<Account>
  changeAccount(
    account: string,
    change: { readonly plan?: string; readonly status?: 'active' | 'suspended' },
  ): Promise<Account>
  deleteAccount(account: string): Promise<Account>
  /** The terms that an account may or may not say, after a change of both lists if one is given. */
  terms(account: string, change?: (terms: AccountTerms) => AccountTerms): Promise<AccountTerms>
  listPlans(): Promise<readonly Plan[]>
  /** Creates or changes a plan, and returns it with all its limits. */
  setPlan(plan: Plan): Promise<Plan>
  /** Returns the plan as it was. */
  removePlan(name: string): Promise<Plan>
  usage(range: UsageRange): Promise<readonly UsageSum[]>
  /** Newest first, unless they are those after a position. */
  audit(filter: AuditFilter): Promise<readonly StoredAuditEntry[]>
  /** Does work that reads the audit log many times. */
  readAudit(work: (read: ReadAudit) => Promise<void>): Promise<void>
}
