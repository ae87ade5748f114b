import { fromKysely, type Job, type PgBoss } from 'pg-boss'
import type { Database } from '../storage/database.ts'
import { type ClipJob, unclaimClip } from '../storage/records/clip-jobs.ts'
import { completeClip, failClip } from '../storage/records/end-clips.ts'
import type { ClaimedClip, ClipFailure, ClipQueue } from './clip-queue.ts'

/** The name of the queue in pg-boss. */
export const QUEUE = 'clips'

/** The data of a job. */
export type ClipOfJob = { readonly clipId: string }

export type ClipJobsOptions = {
  readonly boss: PgBoss
  readonly db: Database
  readonly clock: () => number
  /** A job whose worker sends no heartbeat for so long goes to another. */
  readonly heartbeatSeconds: number
  readonly onError: (error: unknown) => void
}

/** The pg-boss jobs of clips. A job and its clip are stored together, and end together, in one transaction. */
export type ClipJobs = {
  readonly add: ClipQueue['add']
  /** Sends heartbeats until the clip ends or is given back. */
  hold(job: Job<ClipOfJob>, clip: ClipJob): ClaimedClip
  fail(job: Job<ClipOfJob>, error: ClipFailure): Promise<void>
  /** Makes a job wait again whose clip could not be claimed, and throws why. If that fails too, it waits again when its heartbeat is missed. */
  giveBack(job: Job<ClipOfJob>, error: unknown): Promise<never>
}

/** Number of jobs that a call changed; pg-boss returns it, but its types leave it out. */
type Affected = { readonly affected?: number }

/** Heartbeats that a worker sends within its time-out. */
const HEARTBEATS = 3

export function createClipJobs({ boss, db, clock, heartbeatSeconds, onError }: ClipJobsOptions): ClipJobs {
  /** Ends the job in the transaction that ends the clip. */
  async function end(job: Job<ClipOfJob>, endClip: (transaction: Database) => Promise<boolean>): Promise<boolean> {
    return await db.transaction().execute(async (transaction) => {
      const isDone = await endClip(transaction)
      await boss.complete(QUEUE, job, null, { db: fromKysely(transaction) })
      return isDone
    })
  }

  async function fail(job: Job<ClipOfJob>, error: ClipFailure): Promise<void> {
    await end(job, (transaction) => failClip(transaction, job.data.clipId, { error, now: clock() }))
  }

  async function release(job: Job<ClipOfJob>, clip: ClipJob): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      const outcome: Affected = await boss.fail(QUEUE, job, null, { db: fromKysely(transaction) })
      // Otherwise the claim has lapsed, and another worker may hold the clip.
      if (outcome.affected !== 0) await unclaimClip(transaction, clip.id)
    })
  }

  return {
    fail,
    async add(transaction, clips) {
      const jobs = clips.map(({ id, turn }) => ({ data: { clipId: id }, priority: -turn }))
      await boss.insert(QUEUE, jobs, { db: fromKysely(transaction) })
    },
    hold(job, clip) {
      const beat = setInterval(() => void boss.touch(QUEUE, job).catch(onError), (1000 * heartbeatSeconds) / HEARTBEATS)
      const stopBeating = <Value>(value: Value): Value => {
        clearInterval(beat)
        return value
      }
      return {
        clip,
        complete: (result) =>
          end(job, (transaction) => completeClip(transaction, clip.id, { ...result, now: clock() })).then(stopBeating),
        fail: (error) => fail(job, error).then(stopBeating),
        async release() {
          stopBeating(undefined)
          await release(job, clip)
        },
      }
    },
    async giveBack(job, error) {
      await boss.fail(QUEUE, job).catch(onError)
      throw error
    },
  }
}
