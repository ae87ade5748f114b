import type { Logger } from 'pino'
import type { PlanBook } from '../../accounts/plans.ts'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Database } from '../../storage/database.ts'
import { endLease, takeLease } from '../../storage/records/leases.ts'
import { readClock } from '../../storage/storage-clock.ts'
import { removeDeletedAccounts } from '../remove-deleted-accounts.ts'
import { removeExpired } from './remove-expired.ts'
import { removeOrphans } from './remove-orphans.ts'

export type Sweeper = {
  readonly db: Database
  readonly blobs: BlobStore
  readonly plans: PlanBook
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly log: Pick<Logger, 'info'>
}

/** A process that died while it swept holds up the others no longer. */
const SWEEP_LEASE_MS = 60 * 60_000
/** Orphans are rare, and to find them every blob is listed. */
const ORPHANS_EVERY_MS = 6 * 60 * 60_000

/** Removes what has expired, and now and then orphans. Of several processes one does it at a time; false if another is at it. */
export async function sweep({ db, blobs, plans, clock, log }: Sweeper): Promise<boolean> {
  const now = await readClock(db, clock)
  if (!(await takeLease(db, 'sweep', { now, until: now + SWEEP_LEASE_MS }))) return false
  try {
    const lifetimeMsOf = async (plan: string) => 1000 * (await plans.limitsOf(plan)).clipLifetimeSeconds
    await removeExpired({ db, blobs, lifetimeMsOf, now })
    await removeDeletedAccounts({ db, blobs })
    if (await takeLease(db, 'orphans', { now, until: now + ORPHANS_EVERY_MS })) {
      const blobsRemoved = await removeOrphans({ db, blobs, now })
      if (blobsRemoved > 0) log.info({ blobs: blobsRemoved }, 'Audio without a clip was removed')
    }
  } finally {
    await endLease(db, 'sweep')
  }
  return true
}
