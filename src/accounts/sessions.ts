import { createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, ensureAccount, findAccountById } from '../storage/records/accounts.ts'
import { type ApiKey, findValidApiKeyById } from '../storage/records/api-keys.ts'
import {
  deleteOldestSessions,
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  insertSignInCode,
  takeSignInCode,
} from '../storage/records/sessions.ts'
import { checkUse, refuseSuspended } from './authenticate-key.ts'
import { recordChange } from './management/record-change.ts'

const CODE_LIFETIME_MS = 60 * 60_000
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60_000

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

/** Where a session begins. */
export type SignInPlace = {
  readonly address?: string
  /** What the browser calls itself. */
  readonly browser?: string | undefined
  /** The token of the session that the browser has, which then ends. */
  readonly earlier?: string | undefined
}

/** Turns a code into a session and returns its token; undefined if the code was used, has expired, or never was. */
export async function redeemSignInCode(
  db: Database,
  code: string,
  now: number,
  place: SignInPlace = {},
): Promise<StartedSession | undefined> {
  return await db.transaction().execute(async (transaction) => {
    const accountId = await takeSignInCode(transaction, hashSecret(code), now)
    return accountId === undefined ? undefined : await insertNewSession(transaction, { ...place, accountId, now })
  })
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
  readonly now: number
}

/** Starts a session, which the audit log notes. Its token is stored nowhere. */
export async function startSession(db: Database, session: NewSession): Promise<StartedSession> {
  return await db.transaction().execute((transaction) => insertNewSession(transaction, session))
}

/** Sessions of one key, or of the sign-in links of an account. The oldest one ends for another. */
const MAX_SESSIONS = 20
const MAX_BROWSER_LENGTH = 200

async function insertNewSession(transaction: Database, session: NewSession): Promise<StartedSession> {
  const { accountId, keyId, now, address = '', browser, earlier } = session
  const token = createSecret()
  const hash = hashSecret(token)
  const expiresAt = now + SESSION_LIFETIME_MS
  if (earlier !== undefined) await deleteSession(transaction, hashSecret(earlier))
  await deleteOldestSessions(transaction, { accountId, keyId, most: MAX_SESSIONS - 1 })
  const shown = browser?.slice(0, MAX_BROWSER_LENGTH)
  await insertSession(transaction, { hash, accountId, keyId, expiresAt, address, browser: shown }, now)
  const by = { actor: { kind: 'session', accountId, keyId, address }, now } as const
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
  /** Epoch milliseconds at which the session ends at the latest. */
  readonly expiresAt: number
}

type SessionAttempt = { readonly token: string; readonly address: string; readonly now: number }

/**
 * Returns the account of a session. One that was made with a key ends with that key and is bound by its rules. Throws
 * UNAUTHORIZED if the session has ended, and FORBIDDEN as for the key.
 */
export async function authenticateSession(
  db: Database,
  { token, address, now }: SessionAttempt,
): Promise<SessionCaller> {
  const hash = hashSecret(token)
  const session = await findSession(db, hash, now)
  if (session === undefined) throw sessionEnded()
  const common = { sessionId: sessionIdOf(hash), accountId: session.accountId, expiresAt: session.expiresAt }
  if (session.keyId === undefined) {
    const { plan, status } = await findAccountById(db, session.accountId)
    refuseSuspended(status)
    return { ...common, plan, key: undefined }
  }
  const key = await findValidApiKeyById(db, session.keyId)
  if (key === undefined) throw sessionEnded()
  checkUse(key, { address, now })
  return { ...common, plan: key.plan, key }
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
    const by = { actor: { kind: 'session', accountId, keyId: session?.keyId, address }, now } as const
    await recordChange(transaction, by, { action: 'signOut', accountId, target: sessionIdOf(hash) })
  })
}

/** 192 random bits: too many to guess, so a plain hash keeps them safe. */
function createSecret(): string {
  return randomBytes(24).toString('base64url')
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
