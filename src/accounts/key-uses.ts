import type { Database } from '../storage/database.ts'
import { noteKeyUses } from '../storage/records/api-keys.ts'

/** Remembers when keys were used, and writes it down now and then rather than at every request. */
export type KeyUses = {
  note(keyId: string): void
  /** Writes down what is left and stops. */
  close(): Promise<void>
}

const WRITE_EVERY_MS = 30_000

type KeyUsesOptions = {
  readonly db: Database
  readonly clock: () => number
  readonly onError: (error: unknown) => void
}

export function createKeyUses({ db, clock, onError }: KeyUsesOptions): KeyUses {
  let uses = new Map<string, number>()
  const write = async (): Promise<void> => {
    const written = uses
    uses = new Map()
    await noteKeyUses(db, written).catch(onError)
  }
  const writer = setInterval(() => void write(), WRITE_EVERY_MS)
  writer.unref()
  return {
    note: (keyId) => void uses.set(keyId, clock()),
    async close() {
      clearInterval(writer)
      await write()
    },
  }
}
