import type { Database } from '../storage/database.ts'
import { addCharacterUsage, spendCharacters } from '../storage/records/character-usage.ts'
import {
  type HeldCharacters,
  holdCharacters,
  releaseCharacters,
  sumKeyMonth,
} from '../storage/records/held-characters.ts'
import { keyLimitExceeded, type QuotaKey, type QuotaOptions } from './character-quota.ts'
import type { ProcessLife } from './process-life.ts'

/** PostgreSQL: a process that was taken for dead, and two that wait for each other. */
const RETRIED = new Set(['23503', '40P01'])
const ATTEMPTS = 3

export type SharedSpendingOptions = Pick<QuotaOptions, 'db' | 'clock' | 'onError'> & { readonly life: ProcessLife }

/** Characters that a text takes of the month of an account, and of its key. */
export type Spending = Omit<HeldCharacters, 'processId'> & {
  /** Of the month. */
  readonly most: number
  readonly key: QuotaKey | undefined
}

/** What the month of the account is then; undefined if the spending would exceed `most`, and nothing is spent. */
type Used = number | undefined

/** Spends characters in a database that several processes share. Both ways throw RATE_LIMITED if the key would exceed its month. */
export type SharedSpending = {
  /** Spends in a transaction of the caller, which takes everything back if it fails. */
  spend(transaction: Database, spending: Spending): Promise<Used>
  /** Spends, and notes that this process holds it, so that others can take it back if this one dies. */
  hold(spending: Spending): Promise<{ readonly used: Used; readonly held: HeldCharacters }>
  /** Takes back what was held. */
  giveBack(held: HeldCharacters): void
  /** Resolves when everything was taken back. */
  close(): Promise<void>
}

export function createSharedSpending({ db, clock, life, onError }: SharedSpendingOptions): SharedSpending {
  const unfinished = new Set<Promise<unknown>>()

  /** Throws RATE_LIMITED if a key has more than its month, with what was just added. Call it while the month of the account is locked. */
  async function checkKey(transaction: Database, { key, keyId, month, characters }: Spending): Promise<void> {
    const limit = key?.charactersPerMonth ?? undefined
    if (key === undefined || limit === undefined) return
    const used = await sumKeyMonth(transaction, { keyId, month })
    if (used + characters > limit) throw keyLimitExceeded(characters, { key, limit, used, now: clock() })
  }

  async function holdAs(held: HeldCharacters, spending: Spending): Promise<number | undefined> {
    if ((spending.key?.charactersPerMonth ?? null) === null) return await holdCharacters(db, held, spending.most)
    return await db.transaction().execute(async (transaction) => {
      // Locks the month before the key is added up, so that no other process adds to it meanwhile.
      await addCharacterUsage(transaction, { ...held, characters: 0 })
      await checkKey(transaction, spending)
      return await holdCharacters(transaction, held, spending.most)
    })
  }

  return {
    async spend(transaction, spending) {
      const used = await spendCharacters(transaction, spending)
      if (used !== undefined) await checkKey(transaction, spending)
      return used
    },
    async hold(spending) {
      for (let attempt = 1; ; attempt++) {
        const processId = await life.id()
        try {
          const held = { ...spending, processId }
          return { held, used: await holdAs(held, spending) }
        } catch (error) {
          if (!RETRIED.has((error as { code?: string }).code ?? '') || attempt === ATTEMPTS) throw error
          life.renew(processId)
        }
      }
    },
    giveBack(held) {
      const writing = db
        .transaction()
        .execute((transaction) => releaseCharacters(transaction, held))
        .catch(onError)
      unfinished.add(writing)
      void writing.finally(() => unfinished.delete(writing))
    },
    async close() {
      await Promise.all(unfinished)
    },
  }
}
