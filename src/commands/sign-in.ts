import { recordChange } from '../accounts/management/record-change.ts'
import { studioAddress } from '../accounts/relying-party.ts'
import { createSignInCode, endSessions } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { type Account, DEFAULT_ACCOUNT, findAccount } from '../storage/records/accounts.ts'
import { byOperator } from './by-operator.ts'
import { urlOf } from './listen-on.ts'
import { type JsonOption, toJson } from './to-json.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

type SignInOptions = JsonOption & { readonly account?: string | undefined }

/** Prints a sign-in link for the Studio of the service that uses this data directory. */
export async function signIn({ account, json }: SignInOptions, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    const code = await createSignInLink(db, account)
    const url = studioLink(config.publicUrl ?? studioAddress(urlOf(config)), code)
    print(json ? toJson({ url }) : url)
  })
}

/** Creates the code of a sign-in link, which the audit log notes. Throws NOT_FOUND for an unknown account. */
export async function createSignInLink(db: Database, account?: string): Promise<string> {
  // A misspelled name must not make an account.
  const { name } = account === undefined ? { name: DEFAULT_ACCOUNT } : await findAccount(db, account)
  return await db.transaction().execute(async (transaction) => {
    const code = await createSignInCode(transaction, { account: name, now: Date.now() })
    await recordSessions(transaction, 'createSignInLink', account)
    return code
  })
}

/** Ends every session of an account. */
export async function signOut({ account, json }: SignInOptions, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id, name } = await db.transaction().execute(async (transaction) => {
      const found = await findAccount(transaction, account ?? DEFAULT_ACCOUNT)
      await endSessions(transaction, { account: found.name, now: Date.now() })
      return await recordSessions(transaction, 'endSessions', account)
    })
    print(json ? toJson({ accountId: id, name }) : `Every Studio session of account "${name}" has ended.`)
  })
}

async function recordSessions(
  db: Database,
  action: 'createSignInLink' | 'endSessions',
  account?: string,
): Promise<Account> {
  const found = await findAccount(db, account ?? DEFAULT_ACCOUNT)
  await recordChange(db, byOperator(), { action, accountId: found.id, target: found.id })
  return found
}

/** The code is in the fragment, so that no server or proxy logs it. */
export function studioLink(url: string, code: string): string {
  return `${url}/#sign-in=${code}`
}
