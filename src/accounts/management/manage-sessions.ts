import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { deleteSession, type ListedSession, listSessions } from '../../storage/records/sessions.ts'
import { scopesOfRole } from '../roles.ts'
import { DEFAULT_SCOPES, type Scope, SESSION_SCOPES } from '../scopes.ts'
import { sessionIdOf } from '../sessions.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

/** A session of the Studio. */
export type AccountSession = Omit<ListedSession, 'hash' | 'keyScopes' | 'memberRole'> & { readonly id: string }

/** The sessions of an account. */
export async function listAccountSessions(
  db: Database,
  accountId: string,
  now: number,
): Promise<readonly AccountSession[]> {
  return (await listSessions(db, accountId, now)).map(toAccountSession)
}

type EndRequest = {
  readonly accountId: string
  readonly sessionId: string
  /** Scopes of the caller, which can end no session that may do more. */
  readonly scopes: readonly Scope[]
  /** The session of the caller, which it can always end. */
  readonly ownSessionId: string | undefined
}

/** Ends a session at once. Throws NOT_FOUND, and FORBIDDEN for a session that may do what the caller may not. */
export async function endAccountSession(
  db: Database,
  { accountId, sessionId, scopes, ownSessionId }: EndRequest,
  by: ChangedBy,
): Promise<AccountSession> {
  return await db.transaction().execute(async (transaction) => {
    const all = await listSessions(transaction, accountId, by.now)
    const session = all.find(({ hash }) => sessionIdOf(hash) === sessionId)
    if (session === undefined)
      throw new ServiceError('NOT_FOUND', `Cannot end session ${sessionId}: the account has no such session`)
    const missing = scopesOf(session).find((scope) => !scopes.includes(scope))
    if (missing !== undefined && sessionId !== ownSessionId)
      throw new ServiceError(
        'FORBIDDEN',
        `Cannot end session ${sessionId}: it has the scope ${missing}, and the caller does not`,
      )
    await deleteSession(transaction, session.hash)
    await recordChange(transaction, by, { action: 'endSession', accountId, target: sessionId })
    return toAccountSession(session)
  })
}

function toAccountSession({ hash, ...session }: ListedSession): AccountSession {
  const { keyId, memberId, createdAt, expiresAt, address, browser } = session
  return { id: sessionIdOf(hash), keyId, memberId, createdAt, expiresAt, address, browser }
}

/** A session can do what its member or its key can, but not administer the service. */
function scopesOf({ keyId, keyScopes, memberId, memberRole }: ListedSession): readonly Scope[] {
  if (memberId !== null) return scopesOfRole(memberRole ?? '')
  if (keyId === null) return SESSION_SCOPES
  return keyScopes === null ? DEFAULT_SCOPES : (keyScopes.split(' ') as Scope[]).filter((scope) => scope !== 'admin')
}
