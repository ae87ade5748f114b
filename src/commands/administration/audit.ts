import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredAuditEntry } from '../../storage/records/audit-log.ts'
import { showTime } from '../../storage/storable.ts'
import { CommandError } from '../exit-codes.ts'
import type { JsonOption } from '../to-json.ts'
import type { Administration, AuditFilter, ReadAudit } from './administration.ts'

/** `declaim audit`: prints the audit log, newest first. With `json` every entry is an object on a line of its own. */
export async function audit(
  { json, ...filter }: AuditFilter & JsonOption,
  administration: Administration,
  print: (line: string) => void,
): Promise<void> {
  for (const entry of await administration.audit(filter)) print(json ? toLine(entry) : describeEntry(entry))
}

type FollowOptions = {
  readonly print: (line: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
  readonly pollMs?: number
}

const POLL_MS = 1000
/** Entries of a change that takes longer to be stored could be missed. */
const LATE_MS = 60_000
const PAGE = 1000

/**
 * `declaim audit --follow`: prints the entries after a position, or after now, as JSON lines until `signal` aborts. An entry that is stored
 * late, with a lower position than others have, is printed too.
 */
export async function followAudit(
  { after, ...filter }: Omit<AuditFilter, 'limit'>,
  administration: Administration,
  { print, signal, pollMs = POLL_MS }: FollowOptions,
): Promise<void> {
  await administration.readAudit(async (read) => {
    let settled = after ?? (await read({ limit: 1 }))[0]?.position ?? 0
    const printed = new Set<number>()
    while (!signal.aborted) {
      const startedAt = Date.now()
      const entries = await readAll({ ...filter, after: settled }, read)
      for (const entry of entries) {
        if (!printed.has(entry.position)) print(toLine(entry))
        printed.add(entry.position)
      }
      settled = entries.findLast(({ time }) => time < startedAt - LATE_MS)?.position ?? settled
      for (const position of printed) if (position <= settled) printed.delete(position)
      await sleep(pollMs, undefined, { signal }).catch(() => {})
    }
  })
}

async function readAll(filter: Omit<AuditFilter, 'limit'>, read: ReadAudit): Promise<readonly StoredAuditEntry[]> {
  const entries: StoredAuditEntry[] = []
  for (;;) {
    const after = entries.at(-1)?.position ?? filter.after
    const page = await read({ ...filter, after, limit: PAGE })
    entries.push(...page)
    if (page.length < PAGE) return entries
  }
}

/** Returns a signal that aborts when the process is asked to stop, or nobody reads what it prints any more. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop).once('SIGTERM', stop)
  process.stdout.once('error', stop)
  return stopping.signal
}

/** Throws a usage error that lists the known actions unless `action` is one of them. */
export async function checkAuditAction(action: string): Promise<void> {
  // Only when it is needed: the descriptions of the operations take long to load.
  const { listAuditActions } = await import('../../api/requests/audited-actions.ts')
  const actions = listAuditActions()
  if (actions.includes(action)) return
  throw new CommandError('usage', `Cannot use --action ${action}: expected one of ${actions.join(', ')}`)
}

/** The fields have one order, wherever the entry comes from. */
function toLine(entry: StoredAuditEntry): string {
  const { position, action, accountId, target, details } = entry
  const actor = Object.fromEntries(Object.entries(entry.actor).toSorted(([one], [other]) => (one < other ? -1 : 1)))
  return JSON.stringify({ position, time: timeOf(entry), actor, action, accountId, target, details })
}

function describeEntry(entry: StoredAuditEntry): string {
  const { actor, action, accountId, target, details } = entry
  const [by, from] = describeActor(actor)
  const more = Object.keys(details).length === 0 ? '' : `  ${JSON.stringify(details)}`
  const account = accountId === undefined || accountId === target ? '' : `  account ${accountId}`
  return `${timeOf(entry)}  ${action}  ${target ?? ''}${account}  by ${by}${from}${more}`
}

/** Who it is, and from where. */
function describeActor(actor: StoredAuditEntry['actor']): readonly [string, string] {
  if (actor.kind === 'operator') return [`operator ${actor.name}`, '']
  if (actor.kind === 'unknown') return ['unknown', actor.address === undefined ? '' : `  from ${actor.address}`]
  return [`${actor.kind} ${actor.keyId ?? ''}`.trim(), `  from ${actor.address} of ${actor.accountId}`]
}

function timeOf({ time }: StoredAuditEntry): string {
  return showTime(time)
}
