import { randomUUID } from 'node:crypto'
import type { Database } from '../storage/database.ts'
import { deleteEmptyHolds, forgetProcesses } from '../storage/records/held-characters.ts'
import { forgetDeadProcesses, insertProcess, prolongProcess } from '../storage/records/processes.ts'

/** The life of this process as the others on its database see it. */
export type ProcessLife = {
  /** The id under which it holds things. It gets another one if it was taken for dead. */
  id(): Promise<string>
  /** Takes another id, because this one was refused. */
  renew(refused: string): void
  /** Ends its life: nothing is held any more. */
  close(): Promise<void>
}

type LifeOptions = {
  readonly db: Database
  /** Epoch milliseconds. PostgreSQL uses its own. */
  readonly clock: () => number
  readonly onError: (error: unknown) => void
  /** A process that is not heard of for so long is taken for dead. */
  readonly timeoutMs: number
}

/** Heartbeats that a process sends within its time-out. */
const BEATS = 6

/** Keeps this process alive for the others, and takes back what dead ones held. */
export function createProcessLife({ db, clock, onError, timeoutMs }: LifeOptions): ProcessLife {
  let current: { readonly id: string; readonly ready: Promise<string> } | undefined

  function begin(): { readonly id: string; readonly ready: Promise<string> } {
    const id = randomUUID()
    const ready = insertProcess(db, { id, forMs: timeoutMs, clock }).then(() => id)
    const life = { id, ready }
    ready.catch(() => {
      if (current === life) current = undefined
    })
    return life
  }

  async function beat(): Promise<void> {
    const life = current
    if (life !== undefined) {
      const isAlive = await prolongProcess(db, { id: await life.ready, forMs: timeoutMs, clock })
      if (!isAlive && current === life) current = undefined
      await deleteEmptyHolds(db, life.id)
    }
    await forgetDeadProcesses(db, clock)
  }

  let beating = Promise.resolve()
  const timer = setInterval(() => {
    beating = beating.then(beat).catch(onError)
  }, timeoutMs / BEATS)
  timer.unref()

  return {
    async id() {
      current ??= begin()
      return await current.ready
    },
    renew(refused) {
      if (current?.id === refused) current = undefined
    },
    async close() {
      clearInterval(timer)
      await beating
      const life = current
      if (life === undefined) return
      await db
        .transaction()
        .execute((transaction) => forgetProcesses(transaction, [life.id]))
        .catch(onError)
    },
  }
}
