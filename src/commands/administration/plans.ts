import { formatPlanSetting, type PlanLimits, parsePlanSetting } from '../../accounts/plan-fields.ts'
import type { Administration } from './administration.ts'
import { type JsonOption, toJson } from './to-json.ts'

type Print = (line: string) => void

// Each takes effect within seconds.

/** `declaim plans list`. */
export async function listPlansCommand(
  { json }: JsonOption,
  administration: Administration,
  print: Print,
): Promise<void> {
  const plans = await administration.listPlans()
  if (json) return print(toJson(plans.map(({ name, limits }) => ({ plan: name, limits }))))
  for (const { name, limits } of plans) {
    const shown = Object.entries(limits).map(([limit, value]) =>
      formatPlanSetting(limit, value as PlanLimits[keyof PlanLimits]),
    )
    print(`${name}  ${shown.join('  ')}`)
  }
}

/** `declaim plans set`; each setting is written as `name=value`. */
export async function setPlanCommand(
  name: string,
  settings: readonly string[],
  administration: Administration,
  print: Print,
): Promise<void> {
  await administration.setPlan({ name, limits: Object.fromEntries(settings.map(parsePlanSetting)) })
  print(`Plan ${name} is stored.`)
}

/** `declaim plans remove`. */
export async function removePlanCommand(name: string, administration: Administration, print: Print): Promise<void> {
  await administration.removePlan(name)
  print(`Plan ${name} is removed.`)
}
