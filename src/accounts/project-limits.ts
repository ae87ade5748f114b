import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { findStoredBytes } from '../storage/records/account-storage.ts'
import { countProjects } from '../storage/records/projects.ts'
import { limitCount } from './limit-count.ts'
import type { Limits } from './limits.ts'
import type { PlanLimits } from './plan-fields.ts'

/** Throws CONFLICT if an account has more projects than it may. Call it in the transaction that creates one, afterwards. */
export async function checkProjectLimit(
  transaction: Database,
  accountId: string,
  { maxProjects }: Limits,
): Promise<void> {
  await limitCount(transaction, accountId, {
    count: () => countProjects(transaction, accountId),
    most: maxProjects,
    refusal: () =>
      `Cannot create project: the account has ${maxProjects}, which is all it may have; delete one first, also from the trash`,
  })
}

/** Throws CONFLICT if an account stores more than its plan allows. Call it at the end of a transaction that adds to a project. */
export async function checkProjectBytes(
  transaction: Database,
  accountId: string,
  { storedBytes }: Pick<PlanLimits, 'storedBytes'>,
): Promise<void> {
  if (storedBytes === null) return
  const bytes = await findStoredBytes(transaction, accountId)
  if (bytes <= storedBytes) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot keep the script: the account would store ${bytes} bytes, and its plan allows ${storedBytes}; delete clips, kept speech, versions or projects`,
  )
}
