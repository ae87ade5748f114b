import type { Database } from '../../storage/database.ts'
import { type Actor, insertAuditEntry } from '../../storage/records/audit-log.ts'

/** The one that changes something, and when. */
export type ChangedBy = { readonly actor: Actor; readonly now: number }

/** What the audit log calls a change of accounts, keys and plans. Other changes have the names of their API operations. */
export const RECORDED_ACTIONS = [
  'createAccount',
  'changeAccount',
  'deleteAccount',
  'createKey',
  'changeKey',
  'rotateKey',
  'revokeKey',
  'inviteMember',
  'changeMember',
  'removeMember',
  'createMemberLink',
  'addPasskey',
  'removePasskey',
  'changePlan',
  'deletePlan',
  'changeModeration',
  'createSignInLink',
  'signIn',
  'signOut',
  'endSession',
  'endSessions',
] as const

type Change = {
  readonly action: (typeof RECORDED_ACTIONS)[number]
  readonly accountId?: string
  readonly target?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Notes a change in the audit log. Call it in the transaction of the change, so that neither exists without the other. */
export async function recordChange(transaction: Database, { actor, now }: ChangedBy, change: Change): Promise<void> {
  const { action, accountId, target, details = {} } = change
  await insertAuditEntry(transaction, { actor, time: now, action, accountId, target, details })
}
