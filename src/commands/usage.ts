import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { DEFAULT_ACCOUNT, findAccount } from '../storage/records/accounts.ts'
import { sumUsage, USAGE_GROUPS } from '../storage/records/usage.ts'
import { withDatabase } from './with-database.ts'

export const USAGE_USAGE = `declaim usage [--account NAME] [--from DAY] [--to DAY]  usage by day, endpoint, key and avatar, as CSV`

/** `declaim usage`: prints the usage of an account as CSV. Days are in UTC; without them, this month. */
export async function usage(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const today = new Date().toISOString().slice(0, 10)
  const { values } = parseArgs({
    args: [...args],
    options: {
      account: { type: 'string', default: DEFAULT_ACCOUNT },
      from: { type: 'string', default: `${today.slice(0, 7)}-01` },
      to: { type: 'string', default: today },
    },
  })
  const { account, from, to } = values
  for (const day of [from, to])
    if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new Error(`Cannot use day "${day}": expected a day such as 2026-03-14`)
  await withDatabase(config, async (db) => {
    const { id } = await findAccount(db, account)
    print([...USAGE_GROUPS, 'requests', 'characters'].join(','))
    const sums = await sumUsage(db, { accountId: id, from, to, groupBy: USAGE_GROUPS })
    for (const sum of sums) print([...USAGE_GROUPS.map((group) => sum[group]), sum.requests, sum.characters].join(','))
  })
}
