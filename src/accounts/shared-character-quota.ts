import type { Database } from '../storage/database.ts'
import { addCharacterUsage, findCharacterUsage, spendCharacters } from '../storage/records/character-usage.ts'
import {
  type CharacterQuota,
  describeQuota,
  monthOf,
  type QuotaOptions,
  type QuotaState,
  quotaExceeded,
} from './character-quota.ts'

/** What this process last read of an account's month. */
type Known = { month: string; used: number; readAt: number }

/** The count that answers report may be this old. What is spent is always compared with the database. */
const REPORT_AGE_MS = 1000
const MAX_ACCOUNTS = 10_000

/** Counts characters in a database that several processes share: each text that counts is one statement. */
export function createSharedCharacterQuota({ db, clock, onError, onSpend }: QuotaOptions): CharacterQuota {
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

  /** Gives back what was spent outside a transaction. */
  function giveBack(accountId: string, month: string, characters: number): void {
    const writing = addCharacterUsage(db, { accountId, month, characters: -characters }).catch(onError)
    unfinished.add(writing)
    void writing.finally(() => unfinished.delete(writing))
  }

  return {
    async open(accountId, { charactersPerMonth: limit, monthEnd }, { isFresh = false } = {}) {
      if (isFresh) accounts.delete(accountId)
      let known = await knownOf(accountId)
      const read = (): QuotaState => describeQuota({ ...known, limit, now: clock() })
      return {
        read,
        async hold(characters, transaction?: Database) {
          const { month } = known
          const most = monthEnd === 'hard' ? limit : Number.MAX_SAFE_INTEGER
          const used = await spendCharacters(transaction ?? db, { accountId, month, characters, most })
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
            release() {
              known = note(accountId, { month, used: known.used - characters })
              // Otherwise the transaction takes it back.
              if (transaction === undefined) giveBack(accountId, month, characters)
            },
            keep() {},
          }
        },
      }
    },
    async close() {
      await Promise.all(unfinished)
    },
  }
}
