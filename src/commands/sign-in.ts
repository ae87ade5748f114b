import { recordChange } from '../accounts/management/record-change.ts'
import { createSignInCode, endSessions } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, findAccount } from '../storage/records/accounts.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

type SignInOptions = { readonly account?: string | undefined }

/** Prints a sign-in link for the Studio of the service that uses this data directory. */
export async function signIn({ account }: SignInOptions, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    const code = await createSignInLink(db, account)
    print(studioLink(config.publicUrl ?? `http://${config.host}:${config.port}`, code))
  })
}

/** Creates the code of a sign-in link, which the audit log notes. */
export async function createSignInLink(db: Database, account?: string): Promise<string> {
  const code = await createSignInCode(db, { ...(account !== undefined && { account }), now: Date.now() })
  await recordSessions(db, 'createSignInLink', account)
  return code
}

/** Ends every session of an account. */
export async function signOut({ account }: SignInOptions, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    await endSessions(db, { ...(account !== undefined && { account }), now: Date.now() })
    await recordSessions(db, 'endSessions', account)
    print('Every Studio session of the account has ended.')
  })
}

async function recordSessions(
  db: Database,
  action: 'createSignInLink' | 'endSessions',
  account?: string,
): Promise<void> {
  const { id } = await findAccount(db, account ?? DEFAULT_ACCOUNT)
  await recordChange(db, byOperator(), { action, accountId: id, target: id })
}

/** The code is in the fragment, so that no server or proxy logs it. */
export function studioLink(url: string, code: string): string {
  return `${url}/#sign-in=${code}`
}
