import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { countLibraries, type LibraryKey } from '../storage/records/libraries.ts'
import { countReplacements } from '../storage/records/replacements.ts'
import type { Limits } from './limits.ts'

/** Throws CONFLICT if an account has reached its limit of libraries. Call it in the transaction that creates another. */
export async function checkLibraryLimit(
  transaction: Database,
  accountId: string,
  { maxLibraries }: Limits,
): Promise<void> {
  if ((await countLibraries(transaction, accountId)) < maxLibraries) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot create replacement library: the account has ${maxLibraries}, which is all it may have; delete one first`,
  )
}

/** Throws CONFLICT if no library may hold that many replacements. Call it before each of them is checked, which takes time. */
export function checkUploadLimit(count: number, { maxReplacements }: Limits): void {
  if (count <= maxReplacements) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot store ${count} replacements: a library may hold ${maxReplacements}; divide them among several libraries`,
  )
}

/** Throws CONFLICT if a library cannot take that many more replacements. Call it in the transaction that adds them. */
export async function checkReplacementLimit(
  transaction: Database,
  { libraryId }: LibraryKey,
  { adding, limits }: { readonly adding: number; readonly limits: Limits },
): Promise<void> {
  const count = adding + (await countReplacements(transaction, libraryId))
  if (count <= limits.maxReplacements) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot store replacements: library "${libraryId}" would have ${count}, and the limit is ${limits.maxReplacements}; delete some or use another library`,
  )
}
