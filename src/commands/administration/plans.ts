import { formatPlanSetting, PLAN_FIELDS, type PlanLimits, parsePlanSetting } from '../../accounts/plan-fields.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import type { Administration, Plan } from './administration.ts'

type Print = (line: string) => void

// Each takes effect within seconds.

/** `declaim plans list`. */
export async function listPlansCommand(
  { json }: JsonOption,
  administration: Administration,
  print: Print,
): Promise<void> {
  const plans = await administration.listPlans()
  const sorted = plans.map(inOrder)
  if (json) return print(toJson(sorted))
  for (const { plan, limits } of sorted) {
    const shown = Object.entries(limits).map(([limit, value]) =>
      formatPlanSetting(limit, value as PlanLimits[keyof PlanLimits]),
    )
    print(`${plan}  ${shown.join('  ')}`)
  }
}

/** A plan with its limits in the order of the documents. */
function inOrder({ name: plan, limits }: Plan): { readonly plan: string; readonly limits: Plan['limits'] } {
  return { plan, limits: Object.fromEntries(Object.keys(PLAN_FIELDS).map((name) => [name, limits[name]])) }
}

/** `declaim plans set`; each setting is written as `name=value`. */
export async function setPlanCommand(
  { name, settings, json }: JsonOption & { readonly name: string; readonly settings: readonly string[] },
  administration: Administration,
  print: Print,
): Promise<void> {
  const plan = await administration.setPlan({ name, limits: Object.fromEntries(settings.map(parsePlanSetting)) })
  print(json ? toJson(inOrder(plan)) : `Plan ${name} is stored.`)
}

/** `declaim plans remove`. With `json` it prints the plan as it was. */
export async function removePlanCommand(
  { name, json }: JsonOption & { readonly name: string },
  administration: Administration,
  print: Print,
): Promise<void> {
  const plan = await administration.removePlan(name)
  print(json ? toJson(inOrder(plan)) : `Plan ${name} is removed.`)
}
