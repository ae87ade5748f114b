import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { addCharacterUsage, findCharacterUsage } from '../storage/records/character-usage.ts'
import type { PlanLimits } from './plan-fields.ts'

/** What the plan of an account says about its months. */
export type MonthlyLimit = Pick<PlanLimits, 'charactersPerMonth' | 'monthEnd'>

/** Usage and limit of an account in the clock's current month (UTC). */
export type QuotaState = {
  /** Like `2026-03`. */
  readonly month: string
  /** Characters of the texts accepted so far, markup included. */
  readonly used: number
  readonly limit: number
  /** Of the limit; at least 0. */
  readonly remaining: number
  /** Beyond the limit, which a plan with a soft end allows; at least 0. */
  readonly over: number
  /** Epoch milliseconds at which the next month begins. */
  readonly resetAt: number
}

/** The quota of one account, read at each call. */
export interface AccountQuota {
  read(): QuotaState
  /**
   * Counts texts that are about to be spoken and returns a function that takes the count back, for requests that are refused
   * after all. Rejects with RATE_LIMITED, and counts nothing, if the texts exceed the rest of a month with a hard end. A count in
   * a transaction is taken back with it; nothing else of the transaction should follow, because the count is locked until its end.
   */
  spend(characters: number, transaction?: Database): Promise<() => void>
}

/** Does `work` with texts that count, and takes the count back if it rejects. */
export async function charge<Value>(
  allotment: AccountQuota,
  characters: number,
  work: () => Promise<Value>,
): Promise<Value> {
  const refund = await allotment.spend(characters)
  try {
    return await work()
  } catch (error) {
    refund()
    throw error
  }
}

export interface CharacterQuota {
  /** Opens the allotment of an account. Reads the database the first time in a month: never call it in a transaction. */
  open(accountId: string, limit: MonthlyLimit): Promise<AccountQuota>
  /** Writes down what was counted and stops. */
  close(): Promise<void>
}

export type QuotaOptions = {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Is told when the counts cannot be written; they are kept and written later. */
  readonly onError: (error: unknown) => void
  /** Called with the characters of each text, and how many of them exceed the month of a plan with a soft end. */
  readonly onSpend: (characters: number, over: number, accountId: string) => void
}

/** What is counted between two writes is lost if the process is killed: a stream does not wait for the disk. */
const WRITE_EVERY_MS = 1000

/** `stored` is in the database, `pending` is not yet. */
type Account = { readonly accountId: string; readonly month: string; stored: number; pending: number }

/** Counts the characters that accounts have spoken, month by month, against the allotment of their plan. */
export function createCharacterQuota({ db, clock, onError, onSpend }: QuotaOptions): CharacterQuota {
  const accounts = new Map<string, Promise<Account>>()

  async function load(month: string, accountId: string): Promise<Account> {
    const stored = await findCharacterUsage(db, { accountId, month })
    return { accountId, month, stored, pending: 0 }
  }

  function accountOf(accountId: string): Promise<Account> {
    const month = monthOf(clock())
    const key = `${month} ${accountId}`
    const known = accounts.get(key)
    if (known !== undefined) return known
    const loading = load(month, accountId)
    accounts.set(key, loading)
    loading.catch(() => accounts.delete(key))
    return loading
  }

  async function write(account: Account): Promise<void> {
    const { accountId, month, pending } = account
    if (pending === 0) return
    const stored = await addCharacterUsage(db, { accountId, month, characters: pending })
    account.stored = stored
    account.pending -= pending
  }

  async function writeAll(): Promise<void> {
    const thisMonth = monthOf(clock())
    for (const [key, loading] of accounts) {
      const account = await loading
      await write(account)
      if (account.month !== thisMonth && account.pending === 0) accounts.delete(key)
    }
  }

  let writing = Promise.resolve()
  const writeNext = (): Promise<void> => {
    writing = writing.then(writeAll).catch(onError)
    return writing
  }
  const writer = setInterval(() => void writeNext(), WRITE_EVERY_MS)
  writer.unref()

  return {
    async open(accountId, { charactersPerMonth: limit, monthEnd }) {
      const account = await accountOf(accountId)
      const read = (): QuotaState => {
        const { month, stored, pending } = account
        return describeQuota({ month, used: stored + pending, limit, now: clock() })
      }
      return {
        read,
        async spend(characters) {
          const state = read()
          const excess = Math.max(0, characters - state.remaining)
          if (excess > 0 && monthEnd === 'hard') throw quotaExceeded(characters, { ...state, now: clock() })
          account.pending += characters
          onSpend(characters, excess, accountId)
          return () => {
            account.pending -= characters
          }
        },
      }
    },
    async close() {
      clearInterval(writer)
      await writeNext()
    },
  }
}

type Month = { readonly month: string; readonly used: number; readonly limit: number; readonly now: number }

export function describeQuota({ month, used, limit, now }: Month): QuotaState {
  const [remaining, over] = [Math.max(0, limit - used), Math.max(0, used - limit)]
  return { month, used, limit, remaining, over, resetAt: startOfNextMonth(now) }
}

/** Like `2026-03`, in UTC. */
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7)
}

function startOfNextMonth(now: number): number {
  const date = new Date(now)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

export function quotaExceeded(
  characters: number,
  { limit, remaining, resetAt, now }: QuotaState & { readonly now: number },
): ServiceError {
  return new ServiceError(
    'RATE_LIMITED',
    `Cannot speak ${characters} characters: ${remaining} of this month's ${limit} are left; the next month begins at ${new Date(resetAt).toISOString()}`,
    { headers: { 'retry-after': String(Math.ceil((resetAt - now) / 1000)) } },
  )
}
