import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { countAccountsOfPlan } from '../storage/records/accounts.ts'
import { deletePlan, findPlan, listPlans, type StoredLimits, setPlan } from '../storage/records/plans.ts'
import type { Limits } from './limits.ts'
import { type PlanLimits, parsePlanLimits } from './plan-fields.ts'

/** The plan of every account that was given no other. */
export const DEFAULT_PLAN = 'default'
/** The plan of the operator's own account. */
export const OWNER_PLAN = 'owner'
const OWNER_CHARACTERS_PER_TEXT = 100_000

/** Plans that exist without being stored. A stored plan of the same name changes some of their limits. */
function builtInPlans(limits: Limits): ReadonlyMap<string, PlanLimits> {
  const byDefault: PlanLimits = {
    charactersPerText: limits.maxTextLength,
    charactersPerMonth: limits.charactersPerMonth,
    requestsPerSecond: limits.requestsPerSecond,
    requestBurst: limits.requestBurst,
    readsPerSecond: limits.readsPerSecond,
    readBurst: limits.readBurst,
    monthEnd: 'hard',
    concurrentStreams: null,
    queuedClips: null,
    clipLifetimeSeconds: Math.ceil(limits.clipLifetimeMs / 1000),
    webhooks: true,
  }
  const owner: PlanLimits = {
    ...byDefault,
    charactersPerText: Math.max(OWNER_CHARACTERS_PER_TEXT, limits.maxTextLength),
    requestsPerSecond: null,
    readsPerSecond: null,
  }
  return new Map([
    [DEFAULT_PLAN, byDefault],
    [OWNER_PLAN, owner],
  ])
}

type Plan = { readonly name: string; readonly limits: PlanLimits; readonly isBuiltIn: boolean }

/** Every plan with all its limits: the built-in ones, then the others by name. */
export async function listAllPlans(db: Database, limits: Limits): Promise<readonly Plan[]> {
  const builtIn = builtInPlans(limits)
  const stored = new Map((await listPlans(db)).map((plan) => [plan.name, plan.limits]))
  const names = new Set([...builtIn.keys(), ...stored.keys()])
  return [...names].map((name) => ({
    name,
    isBuiltIn: builtIn.has(name),
    limits: combine(name, { builtIn, ofDefault: stored.get(DEFAULT_PLAN), own: stored.get(name) }),
  }))
}

/** Creates a plan or changes some of its limits. Throws MISSING_ARGUMENT for a name or a limit that cannot be used. */
export async function changePlan(db: Database, name: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use plan name ${JSON.stringify(name)}: expected 1 to 64 letters, digits, dots, dashes or underscores`,
    )
  const changed = parsePlanLimits(fields)
  await setPlan(db, name, { ...(await findPlan(db, name)), ...changed })
}

/**
 * Deletes a stored plan; a built-in one gets its own limits again. Throws NOT_FOUND if no such plan is stored, and CONFLICT if
 * accounts have it.
 */
export async function removePlan(db: Database, name: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const isBuiltIn = name === DEFAULT_PLAN || name === OWNER_PLAN
    const accounts = isBuiltIn ? 0 : await countAccountsOfPlan(transaction, name)
    if (accounts > 0)
      throw new ServiceError(
        'CONFLICT',
        `Cannot remove plan "${name}": ${accounts} accounts have it; change theirs first`,
      )
    if (!(await deletePlan(transaction, name)))
      throw new ServiceError('NOT_FOUND', `Cannot remove plan "${name}": no such plan is stored`)
  })
}

type PlanSources = {
  readonly builtIn: ReadonlyMap<string, PlanLimits>
  readonly ofDefault: StoredLimits | undefined
  readonly own: StoredLimits | undefined
}

/** What a plan leaves open is as in the plan `default`. */
function combine(name: string, { builtIn, ofDefault, own }: PlanSources): PlanLimits {
  const base = name === OWNER_PLAN ? builtIn.get(OWNER_PLAN)! : { ...builtIn.get(DEFAULT_PLAN)!, ...ofDefault }
  return { ...base, ...own }
}

/** Throws MISSING_ARGUMENT unless the plan is built in or stored. */
export async function checkPlan(db: Database, name: string): Promise<void> {
  if (name === DEFAULT_PLAN || name === OWNER_PLAN || (await findPlan(db, name)) !== undefined) return
  throw new ServiceError('MISSING_ARGUMENT', `Cannot use plan "${name}": there is no such plan`)
}

/** Plans of a service, as they are now or were a moment ago. */
export type PlanBook = { limitsOf(plan: string): Promise<PlanLimits> }

/** A change of a plan takes effect after this time at most. */
const PLAN_AGE_MS = 2000

/** Creates a book of plans that reads each plan from storage at most every two seconds. An unknown plan is the default one. */
export function createPlanBook(db: Database, limits: Limits): PlanBook {
  const builtIn = builtInPlans(limits)
  const known = new Map<string, { readonly readAt: number; readonly limits: Promise<PlanLimits> }>()

  async function read(plan: string): Promise<PlanLimits> {
    const [ofDefault, own] = await Promise.all([findPlan(db, DEFAULT_PLAN), findPlan(db, plan)])
    return combine(plan, { builtIn, ofDefault, own })
  }

  return {
    async limitsOf(plan) {
      const now = performance.now()
      const found = known.get(plan)
      if (found !== undefined && now - found.readAt < PLAN_AGE_MS) return await found.limits
      const reading = read(plan)
      known.set(plan, { readAt: now, limits: reading })
      reading.catch(() => known.delete(plan))
      return await reading
    },
  }
}
