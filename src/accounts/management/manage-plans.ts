import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { countAccountsOfPlan } from '../../storage/records/accounts.ts'
import { deletePlan, findPlan, setPlan } from '../../storage/records/plans.ts'
import { parsePlanLimits } from '../plan-fields.ts'
import { DEFAULT_PLAN, OWNER_PLAN } from '../plans.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

/** Anything that is one segment of a path: `.` and `..` are not, as clients resolve them. */
export const PLAN_NAME = /^\.*[\w-][\w.-]*$/
export const LONGEST_PLAN_NAME = 64

type PlanChange = { readonly name: string; readonly fields: Readonly<Record<string, unknown>> }

/** Creates a plan. Throws as `changePlan`, and CONFLICT if it exists. */
export async function createPlan(db: Database, { name, fields }: PlanChange, by: ChangedBy): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (isBuiltIn(name) || (await findPlan(transaction, name)) !== undefined)
      throw new ServiceError('CONFLICT', `Cannot create plan "${name}": it exists`)
    await store(transaction, { name, fields }, by)
  })
}

/** Creates a plan or changes some of its limits. Throws MISSING_ARGUMENT for a name or a limit that cannot be used. */
export async function changePlan(db: Database, change: PlanChange, by: ChangedBy): Promise<void> {
  await db.transaction().execute((transaction) => store(transaction, change, by))
}

/**
 * Deletes a stored plan; a built-in one gets its own limits again. Throws NOT_FOUND if no such plan is stored, and CONFLICT if
 * accounts have it.
 */
export async function removePlan(db: Database, name: string, by: ChangedBy): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const accounts = isBuiltIn(name) ? 0 : await countAccountsOfPlan(transaction, name)
    if (accounts > 0)
      throw new ServiceError(
        'CONFLICT',
        `Cannot remove plan "${name}": accounts that have it: ${accounts}; change their plan first`,
      )
    if (!(await deletePlan(transaction, name)))
      throw new ServiceError('NOT_FOUND', `Cannot remove plan "${name}": no such plan is stored`)
    await recordChange(transaction, by, { action: 'deletePlan', target: name })
  })
}

async function store(transaction: Database, { name, fields }: PlanChange, by: ChangedBy): Promise<void> {
  if (!PLAN_NAME.test(name) || name.length > LONGEST_PLAN_NAME)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use plan name ${JSON.stringify(name)}: expected 1 to 64 letters, digits, dots, dashes or underscores, and not dots alone`,
    )
  const changed = parsePlanLimits(fields)
  await setPlan(transaction, name, { ...(await findPlan(transaction, name)), ...changed })
  await recordChange(transaction, by, { action: 'changePlan', target: name, details: { ...changed } })
}

function isBuiltIn(name: string): boolean {
  return name === DEFAULT_PLAN || name === OWNER_PLAN
}
