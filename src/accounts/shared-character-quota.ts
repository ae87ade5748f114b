import { findCharacterUsage } from '../storage/records/character-usage.ts'
import {
  type CharacterQuota,
  describeQuota,
  monthOf,
  type QuotaOptions,
  type QuotaState,
  quotaExceeded,
} from './character-quota.ts'
import type { ProcessLife } from './process-life.ts'
import { createSharedSpending } from './shared-spending.ts'

/** What this process last read of an account's month. */
type Known = { month: string; used: number; readAt: number }

/** The count that answers report may be this old. What is spent is always compared with the database. */
const REPORT_AGE_MS = 1000
const MAX_ACCOUNTS = 10_000

type SharedQuotaOptions = QuotaOptions & { readonly life: ProcessLife }

/**
 * Counts characters in a database that several processes share: each text that counts is one statement, or a transaction if its key
 * has a limit. Texts under way are held by this process, so others can take them back if it dies.
 */
export function createSharedCharacterQuota({ db, clock, life, onError, onSpend }: SharedQuotaOptions): CharacterQuota {
  const accounts = new Map<string, Known>()
  const spending = createSharedSpending({ db, clock, life, onError })

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
          const asked = { accountId, month, characters, most, key, keyId: key?.id ?? '' }
          const { used, held } =
            transaction === undefined
              ? await spending.hold(asked)
              : { used: await spending.spend(transaction, asked), held: undefined }
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
              if (held !== undefined) spending.giveBack(held)
            },
            keep() {},
          }
        },
      }
    },
    async close() {
      await spending.close()
      await life.close()
    },
  }
}
