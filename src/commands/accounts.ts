import { parseArgs } from 'node:util'
import { checkPlan } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { ensureAccount, findAccount, listAccounts, setAccountPlan } from '../storage/records/accounts.ts'
import { withDatabase } from './with-database.ts'

export const ACCOUNTS_USAGE = `declaim accounts create NAME [--plan PLAN]              create an account, or change its plan
declaim accounts list                                   every account and its plan`

/** `declaim accounts ...`: works while a server runs on the same data directory. */
export async function accounts(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const [action, ...rest] = args
  await withDatabase(config, async (db) => {
    if (action === 'list') {
      for (const { id, name, plan, createdAt } of await listAccounts(db))
        print(`${id}  ${name}  ${plan}  made ${new Date(createdAt).toISOString().slice(0, 10)}`)
      return
    }
    if (action !== 'create')
      throw new Error(`Cannot run "declaim accounts ${action ?? ''}". Known are:\n${ACCOUNTS_USAGE}`)
    const { values, positionals } = parseArgs({
      args: rest,
      options: { plan: { type: 'string' } },
      allowPositionals: true,
    })
    const [name] = positionals
    if (name === undefined) throw new Error('Cannot create an account without a name')
    if (values.plan !== undefined) await checkPlan(db, values.plan)
    const id = await ensureAccount(db, name, Date.now())
    if (values.plan !== undefined) await setAccountPlan(db, id, values.plan)
    const { plan } = await findAccount(db, id)
    print(`Account ${name} (${id}) has the plan ${plan}.`)
  })
}
