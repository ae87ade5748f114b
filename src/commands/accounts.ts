import { parseArgs } from 'node:util'
import { changeAccount, createAccount, deleteAccount } from '../accounts/management/manage-accounts.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { type Account, findAccount, findAccountByName, listAccounts } from '../storage/records/accounts.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

export const ACCOUNTS_USAGE = `declaim accounts create NAME [--plan PLAN]              create an account, or change its plan
declaim accounts list                                   every account, its plan and its state
declaim accounts set-plan NAME PLAN                     give an account another plan
declaim accounts suspend NAME                           refuse the keys of an account until "resume"
declaim accounts resume NAME
declaim accounts delete NAME                            end its keys, and remove its clips and libraries`

type Print = (line: string) => void

/** `declaim accounts ...`: works while a server runs on the same data directory. NAME may be an id too. */
export async function accounts(args: readonly string[], config: Config, print: Print): Promise<void> {
  const [action, ...rest] = args
  await withDatabase(config, async (db) => {
    if (action === 'list') for (const account of await listAccounts(db)) print(describeAccount(account))
    else if (action === 'create') await create(rest, db, print)
    else await change(action, rest, { db, print })
  })
}

function describeAccount({ id, name, plan, status, createdAt }: Account): string {
  return `${id}  ${name}  ${plan}  ${status}  made ${new Date(createdAt).toISOString().slice(0, 10)}`
}

async function create(args: readonly string[], db: Database, print: Print): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { plan: { type: 'string' } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (name === undefined) throw new Error('Cannot create an account without a name')
  const known = await findAccountByName(db, name)
  const { id, plan } =
    known === undefined
      ? await createAccount(db, { name, plan: values.plan }, byOperator())
      : await changeAccount(db, known.id, { plan: values.plan }, byOperator())
  print(`Account ${name} (${id}) has the plan ${plan}.`)
}

type Tools = { readonly db: Database; readonly print: Print }

async function change(
  action: string | undefined,
  [account, plan]: readonly string[],
  { db, print }: Tools,
): Promise<void> {
  const isKnown = ['set-plan', 'suspend', 'resume', 'delete'].includes(action ?? '')
  if (!isKnown || account === undefined || (action === 'set-plan' && plan === undefined))
    throw new Error(`Cannot run "declaim accounts ${action ?? ''}". Known are:\n${ACCOUNTS_USAGE}`)
  const { id, name } = await findAccount(db, account)
  if (action === 'set-plan') {
    await changeAccount(db, id, { plan }, byOperator())
    print(`Account ${name} (${id}) has the plan ${plan}.`)
  } else if (action === 'delete') {
    await deleteAccount(db, id, byOperator())
    print(`Account ${name} (${id}) is deleted. A worker removes its clips and libraries within minutes.`)
  } else {
    const status = action === 'suspend' ? 'suspended' : 'active'
    await changeAccount(db, id, { status }, byOperator())
    print(`Account ${name} (${id}) is ${status}.`)
  }
}
