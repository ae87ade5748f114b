import { formatPlanSetting, PLAN_FIELDS, type PlanLimits, parsePlanSetting } from '../../accounts/plan-fields.ts'
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
  const sorted = plans.map(({ name, limits }) => ({ plan: name, limits: inOrder(limits) }))
  if (json) return print(toJson(sorted))
  for (const { plan, limits } of sorted) {
    const shown = Object.entries(limits).map(([limit, value]) =>
      formatPlanSetting(limit, value as PlanLimits[keyof PlanLimits]),
    )
    print(`${plan}  ${shown.join('  ')}`)
  }
}

/** The limits in the order of the documents. */
function inOrder(limits: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.keys(PLAN_FIELDS).map((name) => [name, limits[name]]))
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
