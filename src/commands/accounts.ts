import { changeAccount, createAccount, deleteAccount } from '../accounts/management/manage-accounts.ts'
import { changeTerms, readTerms } from '../accounts/management/manage-terms.ts'
import type { Config } from '../config.ts'
import { type Account, findAccount, findAccountByName, listAccounts } from '../storage/records/accounts.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

// Each works while a server runs on the same data directory. Accounts are named by their name or their id.

/** `declaim accounts create`. */
export async function createAccountCommand(
  { name, plan: asked }: { readonly name: string; readonly plan?: string | undefined },
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const known = await findAccountByName(db, name)
    const { id, plan } =
      known === undefined
        ? await createAccount(db, { name, plan: asked }, byOperator())
        : await changeAccount(db, known.id, { plan: asked }, byOperator())
    print(`Account ${name} (${id}) has the plan ${plan}.`)
  })
}

/** `declaim accounts list`. */
export async function listAccountsCommand(config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const account of await listAccounts(db)) print(describeAccount(account))
  })
}

function describeAccount({ id, name, plan, status, createdAt }: Account): string {
  return `${id}  ${name}  ${plan}  ${status}  made ${new Date(createdAt).toISOString().slice(0, 10)}`
}

/** `declaim accounts set-plan`. */
export async function setAccountPlanCommand(
  { account, plan }: { readonly account: string; readonly plan: string },
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id, name } = await findAccount(db, account)
    await changeAccount(db, id, { plan }, byOperator())
    print(`Account ${name} (${id}) has the plan ${plan}.`)
  })
}

/** `declaim accounts suspend` and `resume`. */
export async function setAccountStatusCommand(
  { account, status }: { readonly account: string; readonly status: 'active' | 'suspended' },
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id, name } = await findAccount(db, account)
    await changeAccount(db, id, { status }, byOperator())
    print(`Account ${name} (${id}) is ${status}.`)
  })
}

/** `declaim accounts delete`. */
export async function deleteAccountCommand(account: string, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id, name } = await findAccount(db, account)
    await deleteAccount(db, id, byOperator())
    print(`Account ${name} (${id}) is deleted. A worker removes its clips and libraries within minutes.`)
  })
}

export type TermOptions = {
  readonly account: string
  readonly allow?: readonly string[] | undefined
  readonly deny?: readonly string[] | undefined
  /** Terms that shall be in neither list. */
  readonly remove?: readonly string[] | undefined
}

/** `declaim accounts terms`: prints the terms that an account may or may not say, after the changes that are asked for. */
export async function accountTermsCommand(
  { account, allow = [], deny = [], remove = [] }: TermOptions,
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const { id } = await findAccount(db, account)
    let terms = await readTerms(db, id)
    if (allow.length + deny.length + remove.length > 0) {
      const others = (list: readonly string[], gone: readonly string[]) => list.filter((term) => !gone.includes(term))
      const change = {
        allow: [...others(terms.allow, [...allow, ...deny, ...remove]), ...new Set(allow)],
        deny: [...others(terms.deny, [...allow, ...deny, ...remove]), ...new Set(deny)],
      }
      terms = await changeTerms(db, id, change, byOperator())
    }
    for (const term of terms.allow) print(`allow  ${term}`)
    for (const term of terms.deny) print(`deny  ${term}`)
  })
}
