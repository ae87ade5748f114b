import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { findPlan, listPlans, type StoredLimits } from '../storage/records/plans.ts'
import type { Limits } from './limits.ts'
import type { PlanLimits } from './plan-fields.ts'

/** The plan of every account that was given no other. */
export const DEFAULT_PLAN = 'default'
/** The plan of the operator's own account. */
export const OWNER_PLAN = 'owner'
const OWNER_CHARACTERS_PER_TEXT = 100_000

const HOUR_SECONDS = 3600
/** What audio an account of the default plan may make and keep. A week of these combinations takes more than it may store. */
const DEFAULT_FILE_SECONDS = 12 * HOUR_SECONDS
const DEFAULT_COMBINED_SECONDS = 24 * HOUR_SECONDS
const DEFAULT_STORED_BYTES = 10e9

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
    fileSeconds: DEFAULT_FILE_SECONDS,
    combinedSecondsPerDay: DEFAULT_COMBINED_SECONDS,
    storedBytes: DEFAULT_STORED_BYTES,
    clipLifetimeSeconds: Math.ceil(limits.clipLifetimeMs / 1000),
    webhooks: true,
  }
  const owner: PlanLimits = {
    ...byDefault,
    charactersPerText: Math.max(OWNER_CHARACTERS_PER_TEXT, limits.maxTextLength),
    requestsPerSecond: null,
    readsPerSecond: null,
    fileSeconds: null,
    combinedSecondsPerDay: null,
    storedBytes: null,
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
  throw new ServiceError(
    'MISSING_ARGUMENT',
    `Cannot use plan "${name}": there is no such plan; "declaim plans list" shows them`,
  )
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
    const [ofDefault, own] = await Promise.all([findPlan(db, DEFAULT_PLAN), findPlan(db, plan)])
    return combine(plan, { builtIn, ofDefault, own })
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
