import type { Database } from '../storage/database.ts'
import { addCharacterUsage, findCharacterUsage, spendCharacters } from '../storage/records/character-usage.ts'
import {
  type HeldCharacters,
  holdCharacters,
  releaseCharacters,
  sumKeyMonth,
} from '../storage/records/held-characters.ts'
import {
  type CharacterQuota,
  describeQuota,
  keyLimitExceeded,
  monthOf,
  type QuotaKey,
  type QuotaOptions,
  type QuotaState,
  quotaExceeded,
} from './character-quota.ts'
import type { ProcessLife } from './process-life.ts'

/** What this process last read of an account's month. */
type Known = { month: string; used: number; readAt: number }

/** The count that answers report may be this old. What is spent is always compared with the database. */
const REPORT_AGE_MS = 1000
const MAX_ACCOUNTS = 10_000

/** PostgreSQL: a process that was taken for dead, and two that wait for each other. */
const RETRIED = new Set(['23503', '40P01'])
const ATTEMPTS = 3

type SharedQuotaOptions = QuotaOptions & { readonly life: ProcessLife }

type Spending = Omit<HeldCharacters, 'processId'> & {
  /** Of the month. */
  readonly most: number
  readonly key: QuotaKey | undefined
}

/**
 * Counts characters in a database that several processes share: each text that counts is one statement, or a transaction if its key
 * has a limit. Texts under way are held by this process, so others can take them back if it dies.
 */
export function createSharedCharacterQuota({ db, clock, life, onError, onSpend }: SharedQuotaOptions): CharacterQuota {
  const accounts = new Map<string, Known>()
  const unfinished = new Set<Promise<unknown>>()

  async function knownOf(accountId: string): Promise<Known> {
    const month = monthOf(clock())
    const known = accounts.get(accountId)
    if (known?.month === month && performance.now() - known.readAt < REPORT_AGE_MS) return known
    return note(accountId, { month, used: await findCharacterUsage(db, { accountId, month }) })
  }

  function note(accountId: string, { month, used }: { readonly month: string; readonly used: number }): Known {
    if (accounts.size >= MAX_ACCOUNTS) accounts.clear()
    const known = { month, used, readAt: performance.now() }
    accounts.set(accountId, known)
    return known
  }

  /** Throws RATE_LIMITED if a key has more than its month, with what was just added. The month of the account is locked then. */
  async function checkKey(transaction: Database, { key, keyId, month, characters }: Spending): Promise<void> {
    const limit = key?.charactersPerMonth ?? undefined
    if (limit === undefined) return
    const used = await sumKeyMonth(transaction, { keyId, month })
    if (used + characters > limit) throw keyLimitExceeded(characters, { limit, used, now: clock() })
  }

  /** Spends in a transaction of the caller, which takes everything back if it fails. */
  async function spend(transaction: Database, spending: Spending): Promise<number | undefined> {
    const used = await spendCharacters(transaction, spending)
    if (used !== undefined) await checkKey(transaction, spending)
    return used
  }

  /** Spends, and notes that this process holds it. */
  async function hold(
    spending: Spending,
  ): Promise<{ readonly used: number | undefined; readonly held: HeldCharacters }> {
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

  /** Takes back what was held outside a transaction. */
  function giveBack(held: HeldCharacters): void {
    const writing = db
      .transaction()
      .execute((transaction) => releaseCharacters(transaction, held))
      .catch(onError)
    unfinished.add(writing)
    void writing.finally(() => unfinished.delete(writing))
  }

  return {
    async open(accountId, { charactersPerMonth: limit, monthEnd }, { isFresh = false, key } = {}) {
      if (isFresh) accounts.delete(accountId)
      let known = await knownOf(accountId)
      const read = (): QuotaState => describeQuota({ ...known, limit, now: clock() })
      return {
        read,
        async hold(characters, transaction) {
          const { month } = known
          const most = monthEnd === 'hard' ? limit : Number.MAX_SAFE_INTEGER
          const spending = { accountId, month, characters, most, key, keyId: key?.id ?? '' }
          const { used, held } =
            transaction === undefined
              ? await hold(spending)
              : { used: await spend(transaction, spending), held: undefined }
          if (used === undefined) {
            known = note(accountId, {
              month,
              used: await findCharacterUsage(transaction ?? db, { accountId, month }),
            })
            throw quotaExceeded(characters, { ...read(), now: clock() })
          }
          known = note(accountId, { month, used })
          onSpend(characters, Math.min(characters, Math.max(0, used - limit)), accountId)
          return {
            isStored: true,
            ...(held && { held }),
            release() {
              known = note(accountId, { month, used: known.used - characters })
              // Otherwise the transaction takes it back.
              if (held !== undefined) giveBack(held)
            },
            keep() {},
          }
        },
      }
    },
    async close() {
      await Promise.all(unfinished)
      await life.close()
    },
  }
}
