import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, ensureAccount } from '../storage/records/accounts.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  insertSignInCode,
  takeSignInCode,
} from '../storage/records/sessions.ts'

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
export async function redeemSignInCode(db: Database, code: string, now: number): Promise<string | undefined> {
  const accountId = await takeSignInCode(db, hashSecret(code), now)
  return accountId === undefined ? undefined : await startSession(db, accountId, now)
}

/** Starts a session and returns its token, which is stored nowhere. */
export async function startSession(db: Database, accountId: string, now: number): Promise<string> {
  const token = createSecret()
  await insertSession(db, { hash: hashSecret(token), accountId, expiresAt: now + SESSION_LIFETIME_MS }, now)
  return token
}

/** The account of a session's token; undefined if the session has ended or expired. */
export function findSessionAccount(db: Database, token: string, now: number): Promise<string | undefined> {
  return findSession(db, hashSecret(token), now)
}

/** Ends every session of an account. */
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
