import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { type AccountTerms, findAccountTerms, setAccountTerms } from '../../storage/records/account-terms.ts'
import { findAccountById } from '../../storage/records/accounts.ts'
import { MAX_TERM_LENGTH, MAX_TERMS } from '../body-costs.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

const NONE: AccountTerms = { allow: [], deny: [] }

/** The terms of an account. Throws NOT_FOUND for an unknown account. */
export async function readTerms(db: Database, accountId: string): Promise<AccountTerms> {
  await findAccountById(db, accountId)
  return (await findAccountTerms(db, accountId)) ?? NONE
}

/** Replaces one or both lists of an account. Throws NOT_FOUND for an unknown account, and MISSING_ARGUMENT for terms that cannot be used. */
export async function changeTerms(
  db: Database,
  accountId: string,
  change: Partial<AccountTerms>,
  by: ChangedBy,
): Promise<AccountTerms> {
  return await db.transaction().execute(async (transaction) => {
    const terms = { ...(await readTerms(transaction, accountId)), ...change }
    checkTerms(terms.allow)
    checkTerms(terms.deny)
    await setAccountTerms(transaction, accountId, terms)
    const details = { allow: terms.allow.length, deny: terms.deny.length }
    await recordChange(transaction, by, { action: 'changeModeration', accountId, target: accountId, details })
    return terms
  })
}

function checkTerms(terms: readonly string[]): void {
  if (terms.length > MAX_TERMS)
    throw new ServiceError('MISSING_ARGUMENT', `Cannot use ${terms.length} terms: expected at most ${MAX_TERMS}`)
  const wrong = terms.find((term) => term.trim() === '' || term.length > MAX_TERM_LENGTH)
  if (wrong !== undefined)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use term ${JSON.stringify(wrong.slice(0, 60))}: expected 1 to ${MAX_TERM_LENGTH} characters`,
    )
}
