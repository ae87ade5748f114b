import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { readClock } from '../storage-clock.ts'
import { forgetProcesses } from './held-characters.ts'

type Life = {
  readonly id: string
  /** From now on, in milliseconds. */
  readonly forMs: number
  readonly clock: () => number
}

/** Notes that a new process is alive for some time. */
export async function insertProcess(db: Database, { id, forMs, clock }: Life): Promise<void> {
  await db
    .insertInto('processes')
    .values({ id, alive_until: (await readClock(db, clock)) + forMs })
    .execute()
}

/** Notes that a process is alive for some time more. False if it was taken for dead. */
export async function prolongProcess(db: Database, { id, forMs, clock }: Life): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('processes')
    .set({ alive_until: (await readClock(db, clock)) + forMs })
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Removes processes whose lease has expired, and takes back what they held. If several callers try, one of them does it. */
export async function forgetDeadProcesses(db: Database, clock: () => number): Promise<void> {
  const now = await readClock(db, clock)
  const dead = await db.selectFrom('processes').select('id').where('alive_until', '<', now).limit(1).execute()
  if (dead.length === 0) return
  await db.transaction().execute(async (transaction) => {
    const query = transaction.selectFrom('processes').select('id').where('alive_until', '<', now)
    // Other processes do not wait: one of them is enough to take the characters back.
    const rows = await query.modifyEnd(sql`for update skip locked`).execute()
    await forgetProcesses(
      transaction,
      rows.map(({ id }) => id),
    )
  })
}

/** Ids of all processes, dead ones included. */
export async function listProcesses(db: Database): Promise<readonly string[]> {
  return (await db.selectFrom('processes').select('id').execute()).map(({ id }) => id)
}
