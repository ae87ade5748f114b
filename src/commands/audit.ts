import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { findAccount } from '../storage/records/accounts.ts'
import { type AuditQuery, listAuditEntries, type StoredAuditEntry } from '../storage/records/audit-log.ts'
import { withDatabase } from './with-database.ts'

export const AUDIT_USAGE = `declaim audit [--account NAME] [--key ID] [--action ACTION] [--from TIME] [--to TIME] [--limit N] [--json]
                                                        print changes of accounts, keys, plans and libraries, newest first`

const DEFAULT_LIMIT = '100'
const MAX_LIMIT = 1_000_000

/** `declaim audit`: prints the audit log. Times are in UTC; with `--json` every entry is an object on a line of its own. */
export async function audit(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      account: { type: 'string' },
      key: { type: 'string' },
      action: { type: 'string' },
      from: { type: 'string' },
      to: { type: 'string' },
      limit: { type: 'string', default: DEFAULT_LIMIT },
      json: { type: 'boolean', default: false },
    },
  })
  const query: AuditQuery = {
    keyId: values.key,
    action: values.action,
    from: parseTime(values.from),
    to: parseTime(values.to),
    limit: parseLimit(values.limit),
  }
  await withDatabase(config, async (db) => {
    const accountId = values.account === undefined ? undefined : (await findAccount(db, values.account)).id
    for (const entry of await listAuditEntries(db, { ...query, accountId }))
      print(values.json ? JSON.stringify({ ...entry, time: timeOf(entry) }) : describeEntry(entry))
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

function parseTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(time))
    throw new Error(`Cannot use time "${text}": expected a time such as 2026-03-14 or 2026-03-14T12:00:00Z`)
  return time
}

function parseLimit(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text) || Number(text) > MAX_LIMIT)
    throw new Error(`Cannot use --limit "${text}": expected a number from 1 to ${MAX_LIMIT}`)
  return Number(text)
}
