import { QuotaExceededError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { findCharacterUsage } from '../storage/records/character-usage.ts'
import type { HeldCharacters } from '../storage/records/held-characters.ts'
import { sumKeyCharacters } from '../storage/records/usage.ts'
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

/** Characters that are held for a text under way. */
export type Hold = {
  /** Whether the month in the database has them already. Else they are to be added when they are kept. */
  readonly isStored: boolean
  /** What this process holds in a database that others share, until it is stored as used. */
  readonly held?: HeldCharacters
  /** Takes them back. */
  release(): void
  /** Notes that they are stored as used. */
  keep(): void
}

/** The quota of one account. */
export interface AccountQuota {
  read(): QuotaState
  /**
   * Holds characters. Rejects with RATE_LIMITED, and holds nothing, if they exceed the rest of a month with a hard end, or of the
   * key's month. What is held in a transaction is released with it.
   */
  hold(characters: number, transaction?: Database): Promise<Hold>
}

export interface CharacterQuota {
  /** Opens the quota of an account. It may read the database, so never call it in a transaction. */
  open(accountId: string, limit: MonthlyLimit, options?: OpenOptions): Promise<AccountQuota>
  close(): Promise<void>
}

/** A key or a member, and the characters that it may have spoken in a month. */
export type QuotaKey = {
  readonly id: string
  readonly isMember?: boolean
  /** Keys that replaced one another have one month. */
  readonly family?: string
  readonly charactersPerMonth: number | null
}

export type OpenOptions = {
  /** Reads what other processes have stored up to now. Else they are noticed within seconds. */
  readonly isFresh?: boolean
  /** The key of the texts. */
  readonly key?: QuotaKey | undefined
}

export type QuotaOptions = {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Called if characters cannot be given back. */
  readonly onError: (error: unknown) => void
  /** Called with the characters of each text, and how many of them exceed the month of a plan with a soft end. */
  readonly onSpend: (characters: number, over: number, accountId: string) => void
}

/** What other processes have stored is read again after this time. */
const READ_EVERY_MS = 2000

/** The month of an account or a key: `stored` is in the database as far as known, `held` is of texts under way. */
type Counter = {
  readonly month: string
  readonly load: () => Promise<number>
  stored: number
  held: number
  /** Counts changes of `stored`. */
  changes: number
  /** By the clock of the service, and by one that never jumps. */
  readAt: number
  readAtUptime: number
  isRead: boolean
}

/** Counts the characters of accounts, month by month, against the limit of their plan. The usage ledger stores them. */
export function createCharacterQuota({ db, clock, onSpend }: Omit<QuotaOptions, 'onError'>): CharacterQuota {
  const counters = new Map<string, Counter>()

  function find(owner: string, loadMonth: (month: string) => Promise<number>): Counter {
    const month = monthOf(clock())
    const known = counters.get(owner)
    if (known?.month === month) return known
    const load = () => loadMonth(month)
    const counter = { month, load, stored: 0, held: 0, changes: 0, readAt: 0, readAtUptime: 0, isRead: false }
    counters.set(owner, counter)
    return counter
  }

  return {
    async open(accountId, { charactersPerMonth: limit, monthEnd }, { isFresh = false, key } = {}) {
      const account = find(`account ${accountId}`, (month) => findCharacterUsage(db, { accountId, month }))
      const keyLimit = key?.charactersPerMonth ?? undefined
      const ofKey =
        key && keyLimit && find(`key ${key.family ?? key.id}`, (month) => sumKeyCharacters(db, key.id, `${month}-01`))
      const all = ofKey ? [account, ofKey] : [account]
      for (const counter of all) await refresh(counter, { isFresh, now: clock() })
      const read = (): QuotaState => {
        const { month, stored, held } = account
        return describeQuota({ month, used: stored + held, limit, now: clock() })
      }
      return {
        read,
        async hold(characters) {
          if (ofKey && ofKey.stored + ofKey.held + characters > keyLimit!)
            throw keyLimitExceeded(characters, { key, limit: keyLimit!, used: ofKey.stored + ofKey.held, now: clock() })
          const state = read()
          const excess = Math.max(0, characters - state.remaining)
          if (excess > 0 && monthEnd === 'hard') throw quotaExceeded(characters, { ...state, now: clock() })
          for (const counter of all) counter.held += characters
          onSpend(characters, excess, accountId)
          return {
            isStored: false,
            release() {
              for (const counter of all) counter.held -= characters
            },
            keep() {
              for (const counter of all) {
                counter.held -= characters
                counter.stored += characters
                counter.changes++
              }
            },
          }
        },
      }
    },
    close: async () => {},
  }
}

type RefreshOptions = { readonly isFresh: boolean; readonly now: number }

async function refresh(counter: Counter, { isFresh, now }: RefreshOptions): Promise<void> {
  if (isFresh || !counter.isRead) await readStored(counter, now)
  else if (isOld(counter, now)) readStored(counter, now).catch(() => {})
}

function isOld({ readAt, readAtUptime }: Counter, now: number): boolean {
  return performance.now() - readAtUptime > READ_EVERY_MS || Math.abs(now - readAt) > READ_EVERY_MS
}

async function readStored(counter: Counter, now: number): Promise<void> {
  const { changes } = counter
  counter.readAt = now
  counter.readAtUptime = performance.now()
  const stored = await counter.load()
  // What was stored meanwhile may be in this number or not. The next reading will tell.
  if (counter.changes === changes) counter.stored = stored
  else counter.readAtUptime = Number.NEGATIVE_INFINITY
  counter.isRead = true
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
): QuotaExceededError {
  return new QuotaExceededError(
    `Cannot speak ${characters} characters: ${remaining} of this month's ${limit} are left; the next month begins at ${new Date(resetAt).toISOString()}`,
    resetAt - now,
  )
}

/** How many characters a key may have spoken in a month, and has. */
export type KeyMonth = { readonly limit: number; readonly used: number }

/** What a key has used of its limit in a month like `2026-03`; undefined for a key without a limit. */
export async function findKeyMonth(
  db: Database,
  { id, charactersPerMonth: limit }: QuotaKey,
  month: string,
): Promise<KeyMonth | undefined> {
  return limit === null ? undefined : { limit, used: await sumKeyCharacters(db, id, `${month}-01`) }
}

export function keyLimitExceeded(
  characters: number,
  { key, limit, used, now }: KeyMonth & { readonly key: Pick<QuotaKey, 'isMember'>; readonly now: number },
): QuotaExceededError {
  return new QuotaExceededError(
    `Cannot speak ${characters} characters: ${Math.max(0, limit - used)} of this ${key.isMember === true ? 'member' : 'key'}'s ${limit} a month are left; the next month begins at ${new Date(startOfNextMonth(now)).toISOString()}`,
    startOfNextMonth(now) - now,
  )
}
