import { builtInPlans, parsePlanLimits } from '../accounts/plans.ts'
import type { Config } from '../config.ts'
import { deletePlan, findPlan, listPlans, setPlan } from '../storage/records/plans.ts'
import { withDatabase } from './with-database.ts'

export const PLANS_USAGE = `declaim plans list                                      every plan and its limits
declaim plans set NAME LIMIT=NUMBER ...                 create or change a plan; "none" removes a limit
declaim plans remove NAME                               forget a stored plan; its accounts get the default one`

/** `declaim plans ...`: works while a server runs on the same data directory, and takes effect within seconds. */
export async function plans(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const [action, name, ...limits] = args
  await withDatabase(config, async (db) => {
    if (action === 'list') {
      const stored = new Map((await listPlans(db)).map((plan) => [plan.name, plan.limits]))
      const builtIn = builtInPlans(config)
      for (const plan of new Set([...builtIn.keys(), ...stored.keys()])) {
        const all = { ...(builtIn.get(plan) ?? builtIn.get('default')), ...stored.get(plan) }
        const shown = Object.entries(all).map(([limit, value]) => `${limit}=${value ?? 'none'}`)
        print(`${plan}  ${shown.join('  ')}`)
      }
    } else if (action === 'set' && name !== undefined && limits.length > 0) {
      const changed = parsePlanLimits(Object.fromEntries(limits.map(parseLimit)))
      await setPlan(db, name, { ...(await findPlan(db, name)), ...changed })
      print(`Plan ${name} is stored.`)
    } else if (action === 'remove' && name !== undefined) {
      if (!(await deletePlan(db, name))) throw new Error(`Cannot remove plan "${name}": no such plan is stored`)
      print(`Plan ${name} is removed.`)
    } else throw new Error(`Cannot run "declaim plans ${args.join(' ')}". Known are:\n${PLANS_USAGE}`)
  })
}

function parseLimit(text: string): readonly [string, number | null | string] {
  const [name = '', value = ''] = text.split('=')
  if (value === 'none') return [name, null]
  return [name, /^\d+$/.test(value) ? Number(value) : value]
}
