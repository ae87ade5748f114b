import { checkPlan } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { ensureAccount, findAccount, listAccounts, setAccountPlan } from '../storage/records/accounts.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

/** `declaim accounts create`: works while a server runs on the same data directory. */
export async function createAccountCommand(
  { name, plan }: { readonly name: string; readonly plan?: string | undefined },
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    if (plan !== undefined) await checkPlan(db, plan)
    const id = await ensureAccount(db, name, Date.now())
    if (plan !== undefined) await setAccountPlan(db, id, plan)
    print(`Account ${name} (${id}) has the plan ${(await findAccount(db, id)).plan}.`)
  })
}

/** `declaim accounts list`. */
export async function listAccountsCommand(config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const { id, name, plan, createdAt } of await listAccounts(db))
      print(`${id}  ${name}  ${plan}  made ${new Date(createdAt).toISOString().slice(0, 10)}`)
  })
}
