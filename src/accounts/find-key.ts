import type { Database } from '../storage/database.ts'
import { findValidApiKey } from '../storage/records/api-keys.ts'
import { loadKeySecret } from '../storage/records/key-hashes.ts'
import { readRulesVersion } from '../storage/records/rules-version.ts'
import type { Signals } from '../storage/signals.ts'

/** Returns the record of a key and the plan of its account, unless the key is unknown or revoked. */
export type KeyFinder = (key: string) => ReturnType<typeof findValidApiKey>

type KeyFinderOptions = {
  readonly db: Database
  readonly signals: Signals
  /** How long a record may be used again if a signal of its change is lost. */
  readonly maxAgeMs: number
}

/** Keys of this process that are remembered at most. */
const MAX_KEYS = 10_000

/** Creates a finder that remembers valid keys until a signal says that a rule has changed. */
export function createKeyFinder({ db, signals, maxAgeMs }: KeyFinderOptions): KeyFinder {
  const memory = createMemory(createReader(db), maxAgeMs)
  signals.on('rules', memory.clear)
  return memory.find
}

/** Creates a finder that remembers valid keys until the database says that a rule has changed. For SQLite. */
export function createVersionedKeyFinder(db: Database): KeyFinder {
  const memory = createMemory(createReader(db), Number.POSITIVE_INFINITY)
  let known: number | undefined
  return async (key) => {
    const version = await readRulesVersion(db)
    if (version !== known) memory.clear()
    known = version
    return await memory.find(key)
  }
}

function createMemory(find: KeyFinder, maxAgeMs: number): { readonly find: KeyFinder; readonly clear: () => void } {
  const known = new Map<string, { readonly readAt: number; readonly record: ReturnType<KeyFinder> }>()
  const forget = (key: string, entry: object): void => {
    if (known.get(key) === entry) known.delete(key)
  }
  return {
    clear: () => known.clear(),
    async find(key) {
      const now = performance.now()
      const found = known.get(key)
      if (found !== undefined && now - found.readAt < maxAgeMs) return await found.record
      if (known.size >= MAX_KEYS) known.clear()
      const entry = { readAt: now, record: find(key) }
      known.set(key, entry)
      const record = await entry.record.catch((error: unknown) => {
        forget(key, entry)
        throw error
      })
      // A key that is wrong now may be created in a moment.
      if (record === undefined) forget(key, entry)
      return record
    },
  }
}

/** Reads records, and the secret of their hashes once. */
function createReader(db: Database): KeyFinder {
  let secret: Promise<string> | undefined
  return async (key) => {
    secret ??= loadKeySecret(db).catch((error: unknown) => {
      secret = undefined
      throw error
    })
    return await findValidApiKey(db, key, await secret)
  }
}
