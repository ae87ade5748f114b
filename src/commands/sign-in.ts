import { parseArgs } from 'node:util'
import { recordChange } from '../accounts/management/record-change.ts'
import { createSignInCode, endSessions } from '../accounts/sessions.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, findAccount } from '../storage/records/accounts.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

export const SIGN_IN_USAGE = `declaim sign-in [--account NAME]                        print a link that signs a browser in to the Studio
declaim sign-out [--account NAME]                       end every Studio session of the account`

type Print = (line: string) => void

/** Prints a sign-in link for the Studio of the service that uses this data directory. */
export async function signIn(args: readonly string[], config: Config, print: Print): Promise<void> {
  await withAccount(args, config, async (db, options) => {
    const code = await createSignInCode(db, options)
    await recordSession(db, 'createSignInLink', options)
    print(studioLink(config.publicUrl ?? `http://${config.host}:${config.port}`, code))
  })
}

/** Ends every session of an account. */
export async function signOut(args: readonly string[], config: Config, print: Print): Promise<void> {
  await withAccount(args, config, async (db, options) => {
    await endSessions(db, options)
    await recordSession(db, 'endSessions', options)
    print('Every Studio session of the account has ended.')
  })
}

type Options = { readonly account?: string; readonly now: number }

async function recordSession(db: Database, action: 'createSignInLink' | 'endSessions', options: Options) {
  const { id } = await findAccount(db, options.account ?? DEFAULT_ACCOUNT)
  await recordChange(db, byOperator(), { action, accountId: id, target: id })
}

async function withAccount(
  args: readonly string[],
  config: Config,
  act: (db: Database, options: Options) => Promise<void>,
): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { account: { type: 'string' } } })
  await withDatabase(config, (db) => act(db, { ...values, now: Date.now() }))
}

/** The code is in the fragment, so that no server or proxy logs it. */
export function studioLink(url: string, code: string): string {
  return `${url}/#sign-in=${code}`
}
