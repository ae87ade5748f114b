import { setTimeout as sleep } from 'node:timers/promises'
import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { lazyTransaction } from '../storage/embedded/commit-lazily.ts'
import { addDays, addMonths, type ClipCharge, rowOfClip, type UsageRow } from '../storage/records/usage.ts'
import type { AccountQuota, Hold, QuotaState } from './character-quota.ts'
import { createKeyMonths, type KeyHold } from './key-months.ts'

/** The account, endpoint and key that usage counts for. */
export type UsageOwner = {
  readonly accountId: string
  readonly endpoint: string
  /** Undefined in a session of the Studio that a sign-in link began. */
  readonly key: { readonly id: string; readonly charactersPerMonth: number | null } | undefined
}

/** One text that is about to be spoken, or a further part of it, which counts as no request. */
export type UsedText = { readonly speakerId: number; readonly characters: number; readonly isContinued?: boolean }

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
  /** Holds the characters of the texts. Rejects with RATE_LIMITED, and holds nothing, if they exceed a limit. */
  spend(characters: number, transaction?: Database): Promise<Charge>
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
 * Creates a ledger. Settled texts are stored at once, those of the same moment in one transaction that does not wait for the disk:
 * a power cut may forget the last of them. A text that was not settled when the process died is not charged.
 */
export function createUsageLedger({ db, clock, onError }: LedgerOptions): UsageLedger {
  let settled: Settled[] = []
  let writing: Promise<unknown> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = settled
    settled = []
    if (batch.length === 0) return
    try {
      await lazyTransaction(db, async (transaction) => {
        await addMonths(
          transaction,
          batch.flatMap(({ rows, hold }) => (hold.isStored ? [] : rows)),
        )
        await addDays(
          transaction,
          batch.flatMap(({ rows }) => rows),
        )
      })
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

  const keyMonths = createKeyMonths({ db, clock, flush })
  const writer = setInterval(() => void flush().catch(() => {}), RETRY_EVERY_MS)
  writer.unref()

  return {
    flush,
    async open(account, { accountId, endpoint, key }, texts) {
      const day = new Date(clock()).toISOString().slice(0, 10)
      const limit = key?.charactersPerMonth ?? undefined
      const month = key === undefined || limit === undefined ? undefined : await keyMonths.open(key.id, day.slice(0, 7))
      const keyId = key?.id ?? ''
      const clipCharges = texts.map(({ speakerId, characters }) => ({ day, endpoint, keyId, speakerId, characters }))
      return {
        read: account.read,
        clipCharges,
        async spend(characters, transaction) {
          if (month !== undefined && limit !== undefined && month.used() + characters > limit)
            throw keyLimitExceeded(characters, { limit, used: month.used(), account, now: clock() })
          const ofKey = month?.hold(characters)
          const ofAccount = await account.hold(characters, transaction).catch((error: unknown) => {
            ofKey?.release()
            throw error
          })
          const hold = withHold(ofAccount, ofKey)
          const rowsOf = (spoken: Spoken): readonly UsageRow[] =>
            clipCharges.map((one, i) => {
              const row = rowOfClip(accountId, one, i === 0 ? spoken : NOTHING)
              return texts[i]?.isContinued ? { ...row, requests: 0 } : row
            })
          return createCharge(hold, {
            settle: (spoken) => settle({ rows: rowsOf(spoken), hold }),
            async store(within) {
              if (!hold.isStored) await addMonths(within, rowsOf(NOTHING))
              await addDays(within, rowsOf(NOTHING))
            },
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

/** A hold that ends together with that of the key. */
function withHold(hold: Hold, ofKey: KeyHold | undefined): Hold {
  return {
    isStored: hold.isStored,
    release() {
      hold.release()
      ofKey?.release()
    },
    keep() {
      hold.keep()
      ofKey?.keep()
    },
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
