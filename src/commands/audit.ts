import type { Config } from '../config.ts'
import { findAccount } from '../storage/records/accounts.ts'
import { listAuditEntries, type StoredAuditEntry } from '../storage/records/audit-log.ts'
import { withDatabase } from './with-database.ts'

export type AuditOptions = {
  readonly account?: string | undefined
  readonly key?: string | undefined
  readonly action?: string | undefined
  /** Epoch milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  readonly limit: number
  readonly json?: boolean | undefined
}

/** `declaim audit`: prints the audit log, newest first. With `json` every entry is an object on a line of its own. */
export async function audit(
  { account, key, json, ...query }: AuditOptions,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const accountId = account === undefined ? undefined : (await findAccount(db, account)).id
    for (const entry of await listAuditEntries(db, { ...query, keyId: key, accountId }))
      print(json ? JSON.stringify({ ...entry, time: timeOf(entry) }) : describeEntry(entry))
  })
}

function describeEntry(entry: StoredAuditEntry): string {
  const { actor, action, accountId, target, details } = entry
  const by = actor.kind === 'operator' ? `operator ${actor.name}` : `${actor.kind} ${actor.keyId ?? ''}`.trim()
  const from = actor.kind === 'operator' ? '' : `  from ${actor.address} of ${actor.accountId}`
  const more = Object.keys(details).length === 0 ? '' : `  ${JSON.stringify(details)}`
  const account = accountId === undefined || accountId === target ? '' : `  account ${accountId}`
  return `${timeOf(entry)}  ${action}  ${target ?? ''}${account}  by ${by}${from}${more}`
}

function timeOf({ time }: StoredAuditEntry): string {
  return new Date(time).toISOString()
}
