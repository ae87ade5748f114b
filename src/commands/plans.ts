import { changePlan, removePlan } from '../accounts/management/manage-plans.ts'
import { formatPlanSetting, parsePlanSetting } from '../accounts/plan-fields.ts'
import { listAllPlans } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { byOperator } from './by-operator.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

// Each works while a server runs on the same data directory, and takes effect within seconds.

/** `declaim plans list`. */
export async function listPlansCommand(config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const plan of await listAllPlans(db, config)) {
      const shown = Object.entries(plan.limits).map(([limit, value]) => formatPlanSetting(limit, value))
      print(`${plan.name}  ${shown.join('  ')}`)
    }
  })
}

/** `declaim plans set`; each setting is written as `name=value`. */
export async function setPlanCommand(
  name: string,
  settings: readonly string[],
  config: Config,
  print: Print,
): Promise<void> {
  const fields = Object.fromEntries(settings.map(parsePlanSetting))
  await withDatabase(config, async (db) => {
    await changePlan(db, { name, fields }, byOperator())
    print(`Plan ${name} is stored.`)
  })
}

/** `declaim plans remove`. */
export async function removePlanCommand(name: string, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    await removePlan(db, name, byOperator())
    print(`Plan ${name} is removed.`)
  })
}
