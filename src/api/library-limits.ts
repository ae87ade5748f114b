import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { countLibraries, type LibraryKey } from '../storage/libraries.ts'
import { countReplacements } from '../storage/replacements.ts'
import type { Limits } from './services.ts'

/** Throws CONFLICT where an account has more libraries than it may. Call it in the transaction that has created one. */
export async function checkLibraryLimit(
  transaction: Database,
  accountId: string,
  { maxLibraries }: Limits,
): Promise<void> {
  if ((await countLibraries(transaction, accountId)) <= maxLibraries) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot create replacement library: the account has ${maxLibraries}, which is all it may have`,
  )
}

/** Throws CONFLICT where a library has more replacements than it may. Call it in the transaction that has added some. */
export async function checkReplacementLimit(
  transaction: Database,
  key: LibraryKey,
  { maxReplacements }: Limits,
): Promise<void> {
  const count = await countReplacements(transaction, key.libraryId)
  if (count <= maxReplacements) return
  throw new ServiceError(
    'CONFLICT',
    `Cannot store replacements: library "${key.libraryId}" would have ${count}, and the limit is ${maxReplacements}`,
  )
}
