import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { countLibraries, type LibraryKey } from '../storage/records/libraries.ts'
import { countReplacements } from '../storage/records/replacements.ts'
import { limitCount } from './limit-count.ts'
import type { Limits } from './limits.ts'

/** Throws CONFLICT if an account has more libraries than it may. Call it in the transaction that creates one, afterwards. */
export async function checkLibraryLimit(
  transaction: Database,
  accountId: string,
  { maxLibraries }: Limits,
): Promise<void> {
  await limitCount(transaction, accountId, {
    count: () => countLibraries(transaction, accountId),
    most: maxLibraries,
    refusal: () =>
      `Cannot create replacement library: the account has ${maxLibraries}, which is all it may have; delete one first`,
  })
}

/** Throws CONFLICT if no library may hold that many replacements. Call it before each of them is checked, which takes time. */
export function checkUploadLimit(count: number, { maxReplacements }: Limits): void {
  if (count <= maxReplacements) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot store ${count} replacements: a library may hold ${maxReplacements}; divide them among several libraries`,
  )
}

/** Throws CONFLICT if a library holds more replacements than it may. Call it in the transaction that adds some, afterwards. */
export async function checkReplacementLimit(
  transaction: Database,
  { accountId, libraryId }: LibraryKey,
  { maxReplacements }: Limits,
): Promise<void> {
  await limitCount(transaction, accountId, {
    count: () => countReplacements(transaction, libraryId),
    most: maxReplacements,
    refusal: (count) =>
      `Cannot store replacements: library "${libraryId}" would have ${count}, and the limit is ${maxReplacements}; delete some or use another library`,
  })
}
