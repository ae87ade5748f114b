import type { Database } from '../storage/database.ts'
import { findValidApiKey } from '../storage/records/api-keys.ts'
import type { Signals } from '../storage/signals.ts'

/** Returns the record of a key and the plan of its account, unless the key is unknown or revoked. */
export type KeyFinder = (key: string) => ReturnType<typeof findValidApiKey>

type KeyFinderOptions = {
  readonly db: Database
  readonly signals: Signals
  /** How long a record may be used again if a signal of its change is lost; 0 reads it for every request. */
  readonly maxAgeMs: number
}

/** Keys of this process that are remembered at most. */
const MAX_KEYS = 10_000

/** Creates a finder that remembers valid keys until a signal says that a rule has changed. */
export function createKeyFinder({ db, signals, maxAgeMs }: KeyFinderOptions): KeyFinder {
  if (maxAgeMs === 0) return (key) => findValidApiKey(db, key)
  const known = new Map<string, { readonly readAt: number; readonly record: ReturnType<KeyFinder> }>()
  signals.on('rules', () => known.clear())
  return async (key) => {
    const now = performance.now()
    const found = known.get(key)
    if (found !== undefined && now - found.readAt < maxAgeMs) return await found.record
    if (known.size >= MAX_KEYS) known.clear()
    const entry = { readAt: now, record: findValidApiKey(db, key) }
    known.set(key, entry)
    const record = await entry.record.catch((error: unknown) => {
      forget(key, entry)
      throw error
    })
    // A key that is wrong now may be created in a moment.
    if (record === undefined) forget(key, entry)
    return record
  }

  function forget(key: string, entry: object): void {
    if (known.get(key) === entry) known.delete(key)
  }
}
