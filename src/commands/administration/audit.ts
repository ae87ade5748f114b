import type { StoredAuditEntry } from '../../storage/records/audit-log.ts'
import { showTime } from '../../storage/storable.ts'
import { CommandError } from '../exit-codes.ts'
import type { JsonOption } from '../to-json.ts'
import type { Administration, AuditFilter } from './administration.ts'

/** `declaim audit`: prints the audit log, newest first. With `json` every entry is an object on a line of its own. */
export async function audit(
  { json, ...filter }: AuditFilter & JsonOption,
  administration: Administration,
  print: (line: string) => void,
): Promise<void> {
  for (const entry of await administration.audit(filter)) print(json ? toLine(entry) : describeEntry(entry))
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
  const by = actor.kind === 'operator' ? `operator ${actor.name}` : `${actor.kind} ${actor.keyId ?? ''}`.trim()
  const from = actor.kind === 'operator' ? '' : `  from ${actor.address} of ${actor.accountId}`
  const more = Object.keys(details).length === 0 ? '' : `  ${JSON.stringify(details)}`
  const account = accountId === undefined || accountId === target ? '' : `  account ${accountId}`
  return `${timeOf(entry)}  ${action}  ${target ?? ''}${account}  by ${by}${from}${more}`
}

function timeOf({ time }: StoredAuditEntry): string {
  return showTime(time)
}
