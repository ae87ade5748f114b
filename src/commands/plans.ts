import { builtInPlans, parsePlanLimits } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { deletePlan, findPlan, listPlans, setPlan } from '../storage/records/plans.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

// Each works while a server runs on the same data directory, and takes effect within seconds.

/** `declaim plans list`. */
export async function listPlansCommand(config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    const stored = new Map((await listPlans(db)).map((plan) => [plan.name, plan.limits]))
    const builtIn = builtInPlans(config)
    for (const plan of new Set([...builtIn.keys(), ...stored.keys()])) {
      const all = { ...(builtIn.get(plan) ?? builtIn.get('default')), ...stored.get(plan) }
      const shown = Object.entries(all).map(([limit, value]) => `${limit}=${value ?? 'none'}`)
      print(`${plan}  ${shown.join('  ')}`)
    }
  })
}

/** `declaim plans set`; each limit is written as `name=number` or `name=none`. */
export async function setPlanCommand(
  name: string,
  limits: readonly string[],
  config: Config,
  print: Print,
): Promise<void> {
  const changed = parsePlanLimits(Object.fromEntries(limits.map(parseLimit)))
  await withDatabase(config, async (db) => {
    await setPlan(db, name, { ...(await findPlan(db, name)), ...changed })
    print(`Plan ${name} is stored.`)
  })
}

/** `declaim plans remove`. */
export async function removePlanCommand(name: string, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    if (!(await deletePlan(db, name))) throw new Error(`Cannot remove plan "${name}": no such plan is stored`)
    print(`Plan ${name} is removed.`)
  })
}

function parseLimit(text: string): readonly [string, number | null | string] {
  const [name = '', value = ''] = text.split('=')
  if (value === 'none') return [name, null]
  return [name, /^\d+$/.test(value) ? Number(value) : value]
}
