import { findCharacterUsage } from '../storage/records/character-usage.ts'
import {
  type AccountQuota,
  type CharacterQuota,
  describeQuota,
  type MonthlyLimit,
  monthOf,
  type QuotaKey,
  type QuotaOptions,
  type QuotaState,
  quotaExceeded,
} from './character-quota.ts'
import type { ProcessLife } from './process-life.ts'
import { createSharedSpending, type SharedSpending } from './shared-spending.ts'

/** What this process last read of an account's month. */
type Known = { readonly month: string; readonly used: number; readonly readAt: number }

/** The count that answers report may be this old. What is spent is always compared with the database. */
const REPORT_AGE_MS = 1000
const MAX_ACCOUNTS = 10_000

type SharedQuotaOptions = QuotaOptions & { readonly life: ProcessLife }

/**
 * Counts characters in a database that several processes share: each text that counts is one statement, or a transaction if its key
 * has a limit. Texts under way are held by this process, so others can take them back if it dies.
 */
export function createSharedCharacterQuota(options: SharedQuotaOptions): CharacterQuota {
  const months = createKnownMonths(options)
  const spending = createSharedSpending(options)
  return {
    async open(accountId, limit, { isFresh = false, key } = {}) {
      if (isFresh) months.forget(accountId)
      const known = await months.find(accountId)
      return openAccount(known, { ...options, accountId, limit, key, months, spending })
    },
    async close() {
      await spending.close()
      await options.life.close()
    },
  }
}

/** Months of accounts as this process knows them. */
type KnownMonths = {
  /** Reads the month of an account unless that was done a moment ago. */
  find(accountId: string): Promise<Known>
  note(accountId: string, month: Omit<Known, 'readAt'>): Known
  forget(accountId: string): void
}

function createKnownMonths({ db, clock }: Pick<SharedQuotaOptions, 'db' | 'clock'>): KnownMonths {
  const accounts = new Map<string, Known>()

  function note(accountId: string, month: Omit<Known, 'readAt'>): Known {
    if (accounts.size >= MAX_ACCOUNTS) accounts.clear()
    const known = { ...month, readAt: performance.now() }
    accounts.set(accountId, known)
    return known
  }

  return {
    async find(accountId) {
      const month = monthOf(clock())
      const known = accounts.get(accountId)
      if (known?.month === month && performance.now() - known.readAt < REPORT_AGE_MS) return known
      return note(accountId, { month, used: await findCharacterUsage(db, { accountId, month }) })
    },
    note,
    forget: (accountId) => void accounts.delete(accountId),
  }
}

type AccountOptions = Pick<SharedQuotaOptions, 'db' | 'clock' | 'onSpend'> & {
  readonly accountId: string
  readonly limit: MonthlyLimit
  readonly key: QuotaKey | undefined
  readonly months: KnownMonths
  readonly spending: SharedSpending
}

/** The quota of one account, whose month is `first` when it is opened. */
function openAccount(first: Known, options: AccountOptions): AccountQuota {
  const { db, clock, onSpend, accountId, key, months, spending } = options
  const { charactersPerMonth: limit, monthEnd } = options.limit
  let known = first
  const noteUsed = (used: number, month: string): void => {
    known = months.note(accountId, { month, used })
  }
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
        noteUsed(await findCharacterUsage(transaction ?? db, { accountId, month }), month)
        throw quotaExceeded(characters, { ...read(), now: clock() })
      }
      noteUsed(used, month)
      onSpend(characters, Math.min(characters, Math.max(0, used - limit)), accountId)
      return {
        isStored: true,
        ...(held && { held }),
        release() {
          noteUsed(known.used - characters, month)
          // Otherwise the transaction takes it back.
          if (held !== undefined) spending.giveBack(held)
        },
        keep() {},
      }
    },
  }
}
