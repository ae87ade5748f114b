import { changePlan, removePlan } from '../accounts/management/manage-plans.ts'
import { formatPlanSetting, parsePlanSetting } from '../accounts/plan-fields.ts'
import { listAllPlans } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

export const PLANS_USAGE = `declaim plans list                                      every plan and its limits
declaim plans set NAME LIMIT=VALUE ...                  create or change a plan; "none" removes a limit
declaim plans remove NAME                               delete a plan that no account has`

/** `declaim plans ...`: works while a server runs on the same data directory, and takes effect within seconds. */
export async function plans(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const [action, name, ...limits] = args
  await withDatabase(config, async (db) => {
    if (action === 'list') {
      for (const plan of await listAllPlans(db, config)) {
        const shown = Object.entries(plan.limits).map(([limit, value]) => formatPlanSetting(limit, value))
        print(`${plan.name}  ${shown.join('  ')}`)
      }
    } else if (action === 'set' && name !== undefined && limits.length > 0) {
      await changePlan(db, { name, fields: Object.fromEntries(limits.map(parsePlanSetting)) }, byOperator())
      print(`Plan ${name} is stored.`)
    } else if (action === 'remove' && name !== undefined) {
      await removePlan(db, name, byOperator())
      print(`Plan ${name} is removed.`)
    } else throw new Error(`Cannot run "declaim plans ${args.join(' ')}". Known are:\n${PLANS_USAGE}`)
  })
}
