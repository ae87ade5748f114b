import { createHash, randomBytes } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, ensureAccount, findAccountById } from '../storage/records/accounts.ts'
import { type ApiKey, findValidApiKeyById } from '../storage/records/api-keys.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  insertSignInCode,
  takeSignInCode,
} from '../storage/records/sessions.ts'
import { checkUse, refuseSuspended } from './authenticate-key.ts'

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

/** Turns a code into a session and returns its token; undefined if the code was used, has expired, or never was. */
export async function redeemSignInCode(db: Database, code: string, now: number): Promise<StartedSession | undefined> {
  const accountId = await takeSignInCode(db, hashSecret(code), now)
  return accountId === undefined ? undefined : await startSession(db, { accountId, now })
}

export type StartedSession = {
  readonly token: string
  readonly accountId: string
  readonly keyId: string | undefined
}

type NewSession = {
  readonly accountId: string
  /** The key that it is made with, which then bounds it; none for a sign-in link. */
  readonly keyId?: string
  readonly now: number
}

/** Starts a session. Its token is stored nowhere. */
export async function startSession(db: Database, { accountId, keyId, now }: NewSession): Promise<StartedSession> {
  const token = createSecret()
  await insertSession(db, { hash: hashSecret(token), accountId, keyId, expiresAt: now + SESSION_LIFETIME_MS }, now)
  return { token, accountId, keyId }
}

/** The account of a session, and the key that it was made with. */
export type SessionCaller = { readonly accountId: string; readonly plan: string; readonly key: ApiKey | undefined }

type SessionAttempt = { readonly token: string; readonly address: string; readonly now: number }

/**
 * Returns the account of a session. One that was made with a key ends with that key and is bound by its rules. Throws
 * UNAUTHORIZED if the session has ended, and FORBIDDEN as for the key.
 */
export async function authenticateSession(
  db: Database,
  { token, address, now }: SessionAttempt,
): Promise<SessionCaller> {
  const session = await findSession(db, hashSecret(token), now)
  if (session === undefined) throw sessionEnded()
  if (session.keyId === undefined) {
    const { plan, status } = await findAccountById(db, session.accountId)
    refuseSuspended(status)
    return { accountId: session.accountId, plan, key: undefined }
  }
  const key = await findValidApiKeyById(db, session.keyId)
  if (key === undefined) throw sessionEnded()
  checkUse(key, { address, now })
  return { accountId: key.accountId, plan: key.plan, key }
}

function sessionEnded(): ServiceError {
  return new ServiceError('UNAUTHORIZED', 'The session has ended: sign in again')
}

/** Ends every session of an account, and makes its unused sign-in codes invalid. */
export async function endSessions(db: Database, { account = DEFAULT_ACCOUNT, now }: SignInOptions): Promise<void> {
  await deleteSessions(db, await ensureAccount(db, account, now))
}

export function endSession(db: Database, token: string): Promise<void> {
  return deleteSession(db, hashSecret(token))
}

/** 192 random bits: too many to guess, so a plain hash keeps them safe. */
function createSecret(): string {
  return randomBytes(24).toString('base64url')
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
