import type { Database } from '../storage/database.ts'
import { lazyTransaction } from '../storage/embedded/commit-lazily.ts'
import { settleCharacters } from '../storage/records/held-characters.ts'
import { addDays, addMonths, type UsageRow } from '../storage/records/usage.ts'
import type { Hold } from './character-quota.ts'

/** The usage of a text that was spoken, and what was held for it meanwhile. */
export type Settled = { readonly rows: readonly UsageRow[]; readonly hold: Hold }

/** Stores what was settled. */
export type UsageWriter = {
  /** Resolves when the usage is stored, or after two seconds; it is stored later then. */
  settle(entry: Settled): Promise<void>
  /** Stores what was settled so far. */
  flush(): Promise<void>
  /** Stores the rest and stops. */
  close(): Promise<void>
}

/** What could not be stored is tried again. */
const RETRY_EVERY_MS = 1000
const SETTLE_LIMIT_MS = 2000

/** Creates a writer. Usage that is settled at the same moment is stored in one transaction, which does not wait for the disk. */
export function createUsageWriter(db: Database, onError: (error: unknown) => void): UsageWriter {
  let settled: Settled[] = []
  let writing: Promise<unknown> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = settled
    settled = []
    if (batch.length === 0) return
    try {
      await storeBatch(db, batch)
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

  const writer = setInterval(() => void flush().catch(() => {}), RETRY_EVERY_MS)
  writer.unref()

  return {
    flush,
    async settle(entry) {
      settled.push(entry)
      const { promise: late, resolve } = Promise.withResolvers<void>()
      const limit = setTimeout(resolve, SETTLE_LIMIT_MS).unref()
      await Promise.race([flush().catch(() => {}), late])
      clearTimeout(limit)
    },
    async close() {
      clearInterval(writer)
      await flush().catch(() => {})
    },
  }
}

async function storeBatch(db: Database, batch: readonly Settled[]): Promise<void> {
  const counted = batch.flatMap(({ rows, hold }) => (hold.isStored ? [] : rows))
  await lazyTransaction(db, async (transaction) => {
    await addMonths(transaction, counted)
    await settleCharacters(
      transaction,
      batch.flatMap(({ hold }) => hold.held ?? []),
    )
    await addDays(
      transaction,
      batch.flatMap(({ rows }) => rows),
    )
  })
}
