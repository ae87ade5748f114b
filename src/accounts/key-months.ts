import type { Database } from '../storage/database.ts'
import { sumKeyCharacters } from '../storage/records/usage.ts'
import type { Hold } from './character-quota.ts'

export type KeyHold = Pick<Hold, 'release' | 'keep'>

/** The characters of a key in a month. */
export type KeyMonth = {
  /** Stored ones and those of texts under way. */
  used(): number
  hold(characters: number): KeyHold
}

type KeyMonthsOptions = {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly clock: () => number
  /** Stores what this process has counted so far. */
  readonly flush: () => Promise<void>
}

/** What clips that failed have given back, and what other processes have stored, is read again after this time. */
const READ_EVERY_MS = 2000

/** Counts the characters of keys that have a monthly limit. Only the current month is remembered. */
export function createKeyMonths(options: KeyMonthsOptions): {
  /** `month` is like `2026-03`. Reads the database, so never call it in a transaction. */
  open(keyId: string, month: string): Promise<KeyMonth>
} {
  const months = new Map<string, Promise<CountedMonth>>()

  function find(keyId: string, month: string): Promise<CountedMonth> {
    const id = `${month} ${keyId}`
    const known = months.get(id)
    if (known !== undefined) return known
    const counted = new CountedMonth(keyId, month, options)
    const loading = counted.read().then(() => counted)
    for (const other of months.keys()) if (!other.startsWith(month)) months.delete(other)
    months.set(id, loading)
    loading.catch(() => months.delete(id))
    return loading
  }

  return {
    async open(keyId, month) {
      const counted = await find(keyId, month)
      if (counted.isOld) counted.read().catch(() => {})
      return counted
    },
  }
}

class CountedMonth implements KeyMonth {
  readonly #keyId: string
  readonly #month: string
  readonly #options: KeyMonthsOptions
  /** In the database, as far as known. */
  #stored = 0
  /** Changes of `#stored` by texts of this process. */
  #changes = 0
  #held = 0
  #readAt = 0

  constructor(keyId: string, month: string, options: KeyMonthsOptions) {
    this.#keyId = keyId
    this.#month = month
    this.#options = options
  }

  get isOld(): boolean {
    return Math.abs(this.#options.clock() - this.#readAt) > READ_EVERY_MS
  }

  async read(): Promise<void> {
    const { db, clock, flush } = this.#options
    const changes = this.#changes
    this.#readAt = clock()
    await flush()
    const stored = await sumKeyCharacters(db, this.#keyId, `${this.#month}-01`)
    // What was stored meanwhile may be in this number or not. The next reading will tell.
    if (this.#changes === changes) this.#stored = stored
  }

  used(): number {
    return this.#stored + this.#held
  }

  hold(characters: number): KeyHold {
    this.#held += characters
    return {
      release: () => {
        this.#held -= characters
      },
      keep: () => {
        this.#held -= characters
        this.#stored += characters
        this.#changes += 1
      },
    }
  }
}
