import { ServiceError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { addUsage, sumKeyCharacters, type UsageRow } from '../storage/records/usage.ts'
import type { AccountQuota } from './character-quota.ts'

/** The account, endpoint and key that usage counts for. */
export type UsageOwner = {
  readonly accountId: string
  readonly endpoint: string
  /** Undefined in a session of the Studio. */
  readonly key: { readonly id: string; readonly charactersPerMonth: number | null } | undefined
}

/** One text that is about to be spoken, or a further part of it, which counts as no request. */
export type UsedText = { readonly speakerId: number; readonly characters: number; readonly isContinued?: boolean }

/** Counts accepted texts by account, key, avatar, endpoint and day, and enforces the monthly limits of keys. */
export type UsageLedger = {
  /** Returns the allotment that charges texts to the account, its key and this ledger at once. */
  open(account: AccountQuota, owner: UsageOwner, texts: readonly UsedText[]): Promise<AccountQuota>
  /** Writes down what was counted so far. */
  flush(): Promise<void>
  /** Writes the remaining records and stops. */
  close(): Promise<void>
}

type LedgerOptions = {
  readonly db: Database
  readonly clock: () => number
  readonly onError: (error: unknown) => void
}

/** What is counted between two writes is lost if the process is killed. */
const WRITE_EVERY_MS = 1000

export function createUsageLedger({ db, clock, onError }: LedgerOptions): UsageLedger {
  let pending = new Map<string, UsageRow>()
  /** Characters of keys that have a limit, by month and key. */
  const keyMonths = new Map<string, Promise<{ characters: number }>>()
  let writing: Promise<unknown> = Promise.resolve()

  function count(row: UsageRow): void {
    const id = JSON.stringify([row.accountId, row.day, row.endpoint, row.keyId, row.speakerId])
    const known = pending.get(id) ?? { requests: 0, characters: 0 }
    const requests = known.requests + row.requests
    pending.set(id, { ...row, requests, characters: known.characters + row.characters })
  }

  async function write(): Promise<void> {
    const rows = [...pending.values()].filter(({ requests, characters }) => requests !== 0 || characters !== 0)
    pending = new Map()
    if (rows.length === 0) return
    try {
      await addUsage(db, rows)
    } catch (error) {
      for (const row of rows) count(row)
      throw error
    }
  }

  function flush(): Promise<void> {
    const written = writing.then(write)
    writing = written.catch(onError)
    return written
  }

  function monthOfKey(keyId: string, month: string): Promise<{ characters: number }> {
    const id = `${month} ${keyId}`
    const known = keyMonths.get(id)
    if (known !== undefined) return known
    const loading = flush().then(async () => ({ characters: await sumKeyCharacters(db, keyId, `${month}-01`) }))
    for (const other of keyMonths.keys()) if (!other.startsWith(month)) keyMonths.delete(other)
    keyMonths.set(id, loading)
    loading.catch(() => keyMonths.delete(id))
    return loading
  }

  const writer = setInterval(() => void flush().catch(() => {}), WRITE_EVERY_MS)
  writer.unref()

  return {
    flush,
    async open(account, { accountId, endpoint, key }, texts) {
      const day = new Date(clock()).toISOString().slice(0, 10)
      const limit = key?.charactersPerMonth ?? undefined
      const month = key === undefined || limit === undefined ? undefined : await monthOfKey(key.id, day.slice(0, 7))
      const countTexts = (sign: 1 | -1): void => {
        for (const { speakerId, characters, isContinued = false } of texts) {
          const keyId = key?.id ?? ''
          const requests = isContinued ? 0 : sign
          count({ accountId, day, endpoint, keyId, speakerId, requests, characters: sign * characters })
        }
      }
      return {
        read: account.read,
        async spend(characters, transaction) {
          if (month !== undefined && limit !== undefined && month.characters + characters > limit)
            throw keyLimitExceeded(characters, { limit, used: month.characters, account, now: clock() })
          if (month !== undefined) month.characters += characters
          const refund = await account.spend(characters, transaction).catch((error: unknown) => {
            if (month !== undefined) month.characters -= characters
            throw error
          })
          countTexts(1)
          return () => {
            refund()
            if (month !== undefined) month.characters -= characters
            countTexts(-1)
          }
        },
      }
    },
    async close() {
      clearInterval(writer)
      await flush().catch(() => {})
    },
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
