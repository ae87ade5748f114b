import type { Database } from '../storage/database.ts'
import { addDays, addMonths, type ClipCharge, rowOfClip, type UsageRow } from '../storage/records/usage.ts'
import type { AccountQuota, Hold, QuotaState } from './character-quota.ts'
import { createUsageWriter } from './usage-writer.ts'

/** The account, endpoint and key that usage counts for. */
export type UsageOwner = {
  readonly accountId: string
  readonly endpoint: string
  /** Undefined in a session of the Studio that a sign-in link began. */
  readonly keyId: string | undefined
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

/** Counts texts by account, key, avatar, endpoint and day. */
export type UsageLedger = {
  open(account: AccountQuota, owner: UsageOwner, texts: readonly UsedText[]): Allotment
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

/**
 * Creates a ledger. Settled texts are stored at once, those of the same moment in one transaction that does not wait for the disk:
 * a power cut may forget the last of them. A text that was not settled when the process died is not charged.
 */
export function createUsageLedger({ db, clock, onError }: LedgerOptions): UsageLedger {
  const { settle, flush, close } = createUsageWriter(db, onError)
  return {
    flush,
    close,
    open(account, { accountId, endpoint, keyId = '' }, texts) {
      const day = new Date(clock()).toISOString().slice(0, 10)
      const clipCharges = texts.map(({ speakerId, characters }) => ({ day, endpoint, keyId, speakerId, characters }))
      const rowsOf = (spoken: Spoken): readonly UsageRow[] =>
        clipCharges.map((one, i) => {
          const row = rowOfClip(accountId, one, i === 0 ? spoken : NOTHING)
          return texts[i]?.isContinued ? { ...row, requests: 0 } : row
        })
      return {
        read: account.read,
        clipCharges,
        async spend(characters, transaction) {
          const hold = await account.hold(characters, transaction)
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
