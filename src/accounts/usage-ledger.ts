import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { addUsage, type ClipCharge, rowOfClip, sumKeyCharacters, type UsageRow } from '../storage/records/usage.ts'
import type { AccountQuota, Hold, QuotaState } from './character-quota.ts'

/** The account, endpoint and key that usage counts for. */
export type UsageOwner = {
  readonly accountId: string
  readonly endpoint: string
  /** Undefined in a session of the Studio that a sign-in link began. */
  readonly key: { readonly id: string; readonly charactersPerMonth: number | null } | undefined
}

/** One text that is about to be spoken. */
export type UsedText = { readonly speakerId: number; readonly characters: number }

/** What was spoken for a text. */
export type Spoken = { readonly audioMs: number; readonly cacheHits: number }

const NOTHING: Spoken = { audioMs: 0, cacheHits: 0 }

/** Texts that are held against the limits until one of the functions is called; any further call does nothing. */
export type Charge = {
  /** Takes them back, for requests that are refused or fail. */
  refund(): void
  /** Counts them for good. Resolves when they are stored, or after two seconds; they are stored later then. */
  settle(spoken?: Spoken): Promise<void>
  /** Counts them in a transaction of the caller, who calls `keep` after it or `refund` if it fails. */
  store(transaction: Database): Promise<void>
  keep(): void
}

/** What an account, its key and its usage allow for some texts. */
export type Allotment = {
  read(): QuotaState
  /** Holds the characters of the texts. Throws RATE_LIMITED, and holds nothing, if they exceed a limit. */
  spend(characters: number): Charge
  /** One for each text, to be stored with its clip: a clip that fails is refunded by it. */
  readonly clipCharges: readonly ClipCharge[]
}

/** Counts texts by account, key, avatar, endpoint and day, and enforces the monthly limits of keys. */
export type UsageLedger = {
  open(account: AccountQuota, owner: UsageOwner, texts: readonly UsedText[]): Promise<Allotment>
  /** Stores what was settled so far. */
  flush(): Promise<void>
  /** Stores the rest and stops. */
  close(): Promise<void>
}

type LedgerOptions = {
  readonly db: Database
  readonly clock: () => number
  readonly onError: (error: unknown) => void
}

/** What could not be stored is tried again. */
const RETRY_EVERY_MS = 1000
const SETTLE_LIMIT_MS = 2000

type Settled = { readonly rows: readonly UsageRow[]; readonly hold: Hold }

/**
 * Creates a ledger. Settled texts are stored at once, those of the same moment in one transaction. A text that was not
 * settled when the process died is not charged.
 */
export function createUsageLedger({ db, clock, onError }: LedgerOptions): UsageLedger {
  let settled: Settled[] = []
  /** Characters of keys that have a limit, by month and key. */
  const keyMonths = new Map<string, Promise<KeyMonth>>()
  let writing: Promise<unknown> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = settled
    settled = []
    if (batch.length === 0) return
    try {
      const rows = batch.flatMap((one) => one.rows)
      await db.transaction().execute((transaction) => addUsage(transaction, rows))
    } catch (error) {
      settled = [...batch, ...settled]
      throw error
    }
    for (const { hold } of batch) hold.keep()
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(onError)
    return written
  }

  async function settle(entry: Settled): Promise<void> {
    settled.push(entry)
    const limit = new AbortController()
    const late = sleep(SETTLE_LIMIT_MS, undefined, { signal: limit.signal, ref: false }).catch(() => {})
    await Promise.race([flush().catch(() => {}), late])
    limit.abort()
  }

  function monthOfKey(keyId: string, month: string): Promise<KeyMonth> {
    const id = `${month} ${keyId}`
    const known = keyMonths.get(id)
    if (known !== undefined) return known
    const loading = flush().then(async () => ({ characters: await sumKeyCharacters(db, keyId, `${month}-01`) }))
    for (const other of keyMonths.keys()) if (!other.startsWith(month)) keyMonths.delete(other)
    keyMonths.set(id, loading)
    loading.catch(() => keyMonths.delete(id))
    return loading
  }

  const writer = setInterval(() => void flush().catch(() => {}), RETRY_EVERY_MS)
  writer.unref()

  return {
    flush,
    async open(account, { accountId, endpoint, key }, texts) {
      const day = new Date(clock()).toISOString().slice(0, 10)
      const limit = key?.charactersPerMonth ?? undefined
      const month = key === undefined || limit === undefined ? undefined : await monthOfKey(key.id, day.slice(0, 7))
      const clipCharges = texts.map((text) => ({ ...text, day, endpoint, keyId: key?.id ?? '' }))
      return {
        read: account.read,
        clipCharges,
        spend(characters) {
          if (month !== undefined && limit !== undefined && month.characters + characters > limit)
            throw keyLimitExceeded(characters, { limit, used: month.characters, account, now: clock() })
          const hold = holdBoth(account.hold(characters), { month, characters })
          const rowsOf = (spoken: Spoken) => clipCharges.map((one) => rowOfClip(accountId, one, spoken))
          return createCharge(hold, {
            settle: (spoken) => settle({ rows: rowsOf(spoken), hold }),
            store: (transaction) => addUsage(transaction, rowsOf(NOTHING)),
          })
        },
      }
    },
    async close() {
      clearInterval(writer)
      await flush().catch(() => {})
    },
  }
}

type KeyMonth = { characters: number }

/** Holds characters against the limit of a key too, if it has one. */
function holdBoth(
  hold: Hold,
  { month, characters }: { readonly month: KeyMonth | undefined; readonly characters: number },
): Hold {
  if (month === undefined) return hold
  month.characters += characters
  return {
    release() {
      hold.release()
      month.characters -= characters
    },
    keep: () => hold.keep(),
  }
}

type Ends = {
  readonly settle: (spoken: Spoken) => Promise<void>
  readonly store: (transaction: Database) => Promise<void>
}

/** A charge that ends once. */
function createCharge(hold: Hold, { settle, store }: Ends): Charge {
  let isOver = false
  const end = (): boolean => {
    const isFirst = !isOver
    isOver = true
    return isFirst
  }
  return {
    refund: () => void (end() && hold.release()),
    async settle(spoken = NOTHING) {
      if (end()) await settle(spoken)
    },
    store,
    keep: () => void (end() && hold.keep()),
  }
}

type Excess = {
  readonly limit: number
  readonly used: number
  readonly account: AccountQuota
  readonly now: number
}

function keyLimitExceeded(characters: number, { limit, used, account, now }: Excess): ServiceError {
  const { resetAt } = account.read()
  return new ServiceError(
    'RATE_LIMITED',
    `Cannot speak ${characters} characters: ${Math.max(0, limit - used)} of this key's ${limit} a month are left`,
    { headers: { 'retry-after': String(Math.ceil((resetAt - now) / 1000)) } },
  )
}
