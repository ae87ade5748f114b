import { randomBytes } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, ensureAccount, findAccountById } from '../storage/records/accounts.ts'
import { type ApiKey, findValidApiKeyById } from '../storage/records/api-keys.ts'
import { noteMemberSignIn } from '../storage/records/members.ts'
import {
  deleteOldestSessions,
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  insertSignInCode,
  renewSession,
  type SessionMember,
  takeSignInCode,
} from '../storage/records/sessions.ts'
import { checkUse, refuseSuspended } from './authenticate-key.ts'
import { recordChange } from './management/record-change.ts'
import { sha256 } from './sha256.ts'

const CODE_LIFETIME_MS = 60 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** A member may open the link days after it was sent. */
const MEMBER_CODE_LIFETIME_MS = 7 * DAY_MS
/** From the last use on. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS
/** A session that is in use is renewed once a day, not at each request. */
const RENEWED_AFTER_MS = DAY_MS

type SignInOptions = { readonly account?: string; readonly now: number }

/** A code that signs one browser in to an account within an hour. */
export async function createSignInCode(
  db: Database,
  { account = DEFAULT_ACCOUNT, now }: SignInOptions,
): Promise<string> {
  const accountId = await ensureAccount(db, account, now)
  const code = createSecret()
  await insertSignInCode(db, { hash: hashSecret(code), accountId, expiresAt: now + CODE_LIFETIME_MS })
  return code
}

/** A code that signs one browser in as a member within a week. Earlier codes of the member become invalid. Call it in a transaction. */
export async function createMemberCode(
  transaction: Database,
  { id: memberId, accountId, now }: { readonly id: string; readonly accountId: string; readonly now: number },
): Promise<{ readonly code: string; readonly expiresAt: number }> {
  const code = createSecret('member')
  const expiresAt = now + MEMBER_CODE_LIFETIME_MS
  await insertSignInCode(transaction, { hash: hashSecret(code), accountId, memberId, expiresAt })
  return { code, expiresAt }
}

/** Where a session begins. */
export type SignInPlace = {
  readonly address?: string
  /** What the browser calls itself. */
  readonly browser?: string | undefined
  /** The token of the session that the browser has, which then ends. */
  readonly earlier?: string | undefined
  /** Whether it may be the session of another account or person. */
  readonly replacesOthers?: boolean | undefined
}

/**
 * Turns a code into a session and returns its token; undefined if the code was used, has expired, or never was. Throws CONFLICT, and leaves the code
 * as it is, if the browser is signed in to another account or as another person: the link may be a trap.
 */
export async function redeemSignInCode(
  db: Database,
  code: string,
  now: number,
  place: SignInPlace = {},
): Promise<StartedSession | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const taken = await takeSignInCode(transaction, hashSecret(code), now)
    if (taken !== undefined) await refuseOthers(transaction, { ...place, ...taken, now })
    return taken === undefined ? undefined : await startSessionIn(transaction, { ...place, ...taken, now })
  })
}

async function refuseOthers(
  transaction: Database,
  { earlier, replacesOthers = false, accountId, memberId, now }: NewSession,
): Promise<void> {
  if (earlier === undefined || replacesOthers) return
  const session = await findSession(transaction, hashSecret(earlier), now)
  if (session === undefined || (session.accountId === accountId && session.member?.id === memberId)) return
  throw new ServiceError(
    'CONFLICT',
    'Cannot sign in: the browser is signed in to another account or as another person; sign out first, or send replace',
  )
}

export type StartedSession = {
  readonly token: string
  readonly accountId: string
  readonly keyId: string | undefined
}

type NewSession = SignInPlace & {
  readonly accountId: string
  /** The key that it is made with, which then bounds it; none for a sign-in link. */
  readonly keyId?: string
  /** The member that it belongs to, whose role then bounds it. */
  readonly memberId?: string | undefined
  readonly now: number
}

/** Starts a session, which the audit log notes. Its token is stored nowhere. */
export async function startSession(db: Database, session: NewSession): Promise<StartedSession> {
  return await db.transaction().execute((transaction) => startSessionIn(transaction, session))
}

/** Sessions of one key, one member, or of the operator's links to an account. The oldest one ends for another. */
const MAX_SESSIONS = 20
const MAX_BROWSER_LENGTH = 200

/** Starts a session in a transaction of the caller, which the audit log notes. Its token is stored nowhere. */
export async function startSessionIn(transaction: Database, session: NewSession): Promise<StartedSession> {
  const { accountId, keyId, memberId, now, address = '', browser, earlier } = session
  const token = createSecret(memberId === undefined ? 'account' : 'member')
  const hash = hashSecret(token)
  const expiresAt = now + SESSION_LIFETIME_MS
  if (earlier !== undefined) await deleteSession(transaction, hashSecret(earlier))
  await deleteOldestSessions(transaction, { accountId, keyId, memberId, most: MAX_SESSIONS - 1 })
  const shown = browser?.slice(0, MAX_BROWSER_LENGTH)
  await insertSession(transaction, { hash, accountId, keyId, memberId, expiresAt, address, browser: shown }, now)
  if (memberId !== undefined) await noteMemberSignIn(transaction, memberId, now)
  const by = { actor: { kind: 'session', accountId, keyId, memberId, address }, now } as const
  const details = { session: sessionIdOf(hash) }
  await recordChange(transaction, by, { action: 'signIn', accountId, target: accountId, details })
  return { token, accountId, keyId }
}

/** Names a session in lists. It says nothing about the token. */
export function sessionIdOf(hash: string): string {
  return hash.slice(0, 32)
}

/** The account of a session, and the key that it was made with. */
export type SessionCaller = {
  readonly sessionId: string
  readonly accountId: string
  readonly plan: string
  readonly key: ApiKey | undefined
  /** The person that it belongs to; undefined for a key and the operator's link. */
  readonly member: SessionMember | undefined
  /** Epoch milliseconds at which the session ends at the latest. */
  readonly expiresAt: number
}

type SessionAttempt = { readonly token: string; readonly address: string; readonly now: number }

/**
 * Returns the account of a session, which lasts longer by it. One that was made with a key ends with that key and is bound by its rules. Throws
 * UNAUTHORIZED if the session has ended, and FORBIDDEN as for the key.
 */
export async function authenticateSession(
  db: Database,
  { token, address, now }: SessionAttempt,
): Promise<SessionCaller> {
  const hash = hashSecret(token)
  const session = await findSession(db, hash, now)
  if (session === undefined) throw sessionEnded()
  const { member } = session
  const common = { sessionId: sessionIdOf(hash), accountId: session.accountId, member }
  if (session.keyId === undefined) {
    const { plan, status } = await findAccountById(db, session.accountId)
    refuseSuspended(status)
    return { ...common, expiresAt: await renew(db, hash, { session, now }), plan, key: undefined }
  }
  const key = await findValidApiKeyById(db, session.keyId)
  if (key === undefined) throw sessionEnded()
  checkUse(key, { address, now })
  return { ...common, expiresAt: await renew(db, hash, { session, now }), plan: key.plan, key }
}

type Renewal = { readonly session: Pick<SessionCaller, 'expiresAt'>; readonly now: number }

/** Has a session that is used last its full time again. Returns its end. */
async function renew(db: Database, hash: string, { session: { expiresAt }, now }: Renewal): Promise<number> {
  const renewed = now + SESSION_LIFETIME_MS
  if (renewed - expiresAt < RENEWED_AFTER_MS) return expiresAt
  await renewSession(db, hash, renewed)
  return renewed
}

function sessionEnded(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'The session has ended: sign in again')
}

/** Ends every session of an account, and makes its unused sign-in codes invalid. */
export async function endSessions(db: Database, { account = DEFAULT_ACCOUNT, now }: SignInOptions): Promise<void> {
  await deleteSessions(db, await ensureAccount(db, account, now))
}

/** Ends the session of a token, which the audit log notes. */
export async function endSession(
  db: Database,
  token: string,
  { address = '', now }: { readonly address?: string; readonly now: number },
): Promise<void> {
  const hash = hashSecret(token)
  await db.transaction().execute(async (transaction) => {
    const session = await findSession(transaction, hash, now)
    const accountId = await deleteSession(transaction, hash)
    if (accountId === undefined) return
    const by = {
      actor: { kind: 'session', accountId, keyId: session?.keyId, memberId: session?.member?.id, address },
      now,
    } as const
    await recordChange(transaction, by, { action: 'signOut', accountId, target: sessionIdOf(hash) })
  })
}

/** What the codes and the tokens of members begin with. */
const MEMBER_SECRET = 'member_'

/** 192 random bits: too many to guess, so a plain hash keeps them safe. */
function createSecret(owner: 'account' | 'member' = 'account'): string {
  const secret = randomBytes(24).toString('base64url')
  return owner === 'member' ? `${MEMBER_SECRET}${secret}` : secret
}

/** Processes of earlier versions find no session and no code of a member by a hash of another form, and so do not take it for an owner's. */
function hashSecret(secret: string): string {
  const hash = sha256(secret)
  return secret.startsWith(MEMBER_SECRET) ? `m${hash}` : hash
}
