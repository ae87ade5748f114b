import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { findPlan } from '../storage/records/plans.ts'
import type { Limits } from './limits.ts'

/** What an account may ask for. `null` is no limit. */
export type PlanLimits = {
  /** UTF-16 units of one text, markup included. */
  readonly charactersPerText: number
  readonly charactersPerMonth: number
  /** Requests that create or change something. */
  readonly requestsPerSecond: number | null
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  /** GET and HEAD requests. */
  readonly readsPerSecond: number | null
  readonly readBurst: number
}

const PLAN_FIELDS = {
  charactersPerText: { nullable: false },
  charactersPerMonth: { nullable: false },
  requestsPerSecond: { nullable: true },
  requestBurst: { nullable: false },
  readsPerSecond: { nullable: true },
  readBurst: { nullable: false },
} as const satisfies Record<keyof PlanLimits, { nullable: boolean }>

/** The plan of every account that was given no other. */
export const DEFAULT_PLAN = 'default'
/** The plan of the operator's own account. */
export const OWNER_PLAN = 'owner'
const OWNER_CHARACTERS_PER_TEXT = 100_000

/** Plans that exist without being stored. A stored plan of the same name changes some of their limits. */
export function builtInPlans(limits: Limits): ReadonlyMap<string, PlanLimits> {
  const byDefault: PlanLimits = {
    charactersPerText: limits.maxTextLength,
    charactersPerMonth: limits.charactersPerMonth,
    requestsPerSecond: limits.requestsPerSecond,
    requestBurst: limits.requestBurst,
    readsPerSecond: limits.readsPerSecond,
    readBurst: limits.readBurst,
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

/** Checks the limits of a stored plan. Throws MISSING_ARGUMENT for the first one that is unknown or no whole number. */
export function parsePlanLimits(fields: Readonly<Record<string, unknown>>): Partial<PlanLimits> {
  for (const [name, value] of Object.entries(fields)) {
    const field = (PLAN_FIELDS as Readonly<Record<string, { nullable: boolean } | undefined>>)[name]
    if (field === undefined)
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot use limit ${name}: expected ${Object.keys(PLAN_FIELDS).join(', ')}`,
      )
    const isNumber = Number.isSafeInteger(value) && Number(value) >= 1
    if (!isNumber && !(field.nullable && value === null))
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot use limit ${name} ${JSON.stringify(value)}: expected a whole number from 1${field.nullable ? ' or null' : ''}`,
      )
  }
  return fields as Partial<PlanLimits>
}

/** Throws MISSING_ARGUMENT unless the plan is built in or stored. */
export async function checkPlan(db: Database, name: string): Promise<void> {
  if (name === DEFAULT_PLAN || name === OWNER_PLAN || (await findPlan(db, name)) !== undefined) return
  throw new ServiceError('MISSING_ARGUMENT', `Cannot use plan "${name}": there is no such plan`)
}

/** Plans of a service, as they are now or were a moment ago. */
export type PlanBook = {
  limitsOf(plan: string): Promise<PlanLimits>
  /** Reads every plan again: one may have changed. */
  forget(): void
}

/** A change of a plan takes effect after this time at most. */
const PLAN_AGE_MS = 2000

/** Creates a book of plans that reads each plan from storage at most every two seconds. An unknown plan is the default one. */
export function createPlanBook(db: Database, limits: Limits): PlanBook {
  const builtIn = builtInPlans(limits)
  const known = new Map<string, { readonly readAt: number; readonly limits: Promise<PlanLimits> }>()

  async function read(plan: string): Promise<PlanLimits> {
    const base = builtIn.get(plan) ?? builtIn.get(DEFAULT_PLAN)!
    return { ...base, ...(await findPlan(db, plan)) }
  }

  return {
    forget: () => known.clear(),
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
