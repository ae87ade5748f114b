import { fromKysely, type Job, PgBoss } from 'pg-boss'
import type { Database } from '../storage/database.ts'
import { type ClipJob, claimClip, completeClip, failClip, unclaimClip } from '../storage/records/clip-jobs.ts'
import type { Signals } from '../storage/signals.ts'
import type { ClaimedClip, ClipQueue } from './clip-queue.ts'
import { createWakeUp } from './wake-up.ts'

export type PgBossClipQueueOptions = {
  readonly db: Database
  readonly databaseUrl: string
  readonly signals: Signals
  readonly clock: () => number
  /** How long a worker may be silent before its clips go to another. */
  readonly workerTimeoutSeconds: number
  readonly onError: (error: unknown) => void
}

/** Number of jobs that a call changed; pg-boss returns it, but its types leave it out. */
type Affected = { readonly affected?: number }
type ClipData = { readonly clipId: string }

const QUEUE = 'clips'
/** Delay after which a clip is noticed whose signal was lost, or whose worker was found dead. */
const POLL_MS = 2000
/** Interval of the search for dead workers. */
const SUPERVISE_SECONDS = 3
/** Heartbeats that a worker sends within its time-out. */
const HEARTBEATS = 3
/** A clip is assumed to kill workers if this many died while rendering it. */
const MAX_DEATHS = 3
const DAY_SECONDS = 86_400
const CONNECTIONS = 4

/** The queue of many processes: a job of pg-boss for each clip, stored and ended in the same transactions as the clip. */
export async function openPgBossClipQueue(options: PgBossClipQueueOptions): Promise<ClipQueue> {
  const { db, signals, clock, workerTimeoutSeconds, onError } = options
  const boss = await startPgBoss(options)
  const heartbeatSeconds = workerTimeoutSeconds - SUPERVISE_SECONDS
  const limits = { heartbeatSeconds, expireInSeconds: DAY_SECONDS - 1 }
  // Deaths are counted with the clips, so pg-boss never gives up a job itself.
  const attempts = { retryLimit: 1000, retryDelay: 0 }
  await boss.createQueue(QUEUE, {
    ...limits,
    ...attempts,
    retentionSeconds: 365 * DAY_SECONDS,
    deleteAfterSeconds: 3600,
  })
  const wakeUp = createWakeUp(POLL_MS)
  const stopListening = signals.on('clips-waiting', () => wakeUp.call())

  /** Ends the job in the transaction that ends the clip. */
  async function endJob(job: Job<ClipData>, end: (transaction: Database) => Promise<boolean>): Promise<boolean> {
    return await db.transaction().execute(async (transaction) => {
      const isDone = await end(transaction)
      await boss.complete(QUEUE, job, null, { db: fromKysely(transaction) })
      return isDone
    })
  }

  async function failJob(
    job: Job<ClipData>,
    error: { readonly code: string; readonly message: string },
  ): Promise<void> {
    await endJob(job, (transaction) => failClip(transaction, job.data.clipId, { error, now: clock() }))
  }

  function hold(job: Job<ClipData>, clip: ClipJob): ClaimedClip {
    const beat = setInterval(() => void boss.touch(QUEUE, job).catch(onError), (1000 * heartbeatSeconds) / HEARTBEATS)
    const stopBeating = <Value>(value: Value): Value => {
      clearInterval(beat)
      return value
    }
    return {
      clip,
      complete: (result) =>
        endJob(job, (transaction) => completeClip(transaction, clip.id, { ...result, now: clock() })).then(stopBeating),
      fail: (error) => failJob(job, error).then(stopBeating),
      async release() {
        stopBeating(undefined)
        await db.transaction().execute(async (transaction) => {
          const outcome: Affected = await boss.fail(QUEUE, job, null, { db: fromKysely(transaction) })
          // Otherwise the claim has lapsed, and another worker may hold the clip.
          if (outcome.affected !== 0) await unclaimClip(transaction, clip.id)
        })
      },
    }
  }

  /** Makes a job wait again whose clip could not be claimed. If that fails too, the job waits again when its heartbeat is missed. */
  async function giveBack(job: Job<ClipData>, error: unknown): Promise<never> {
    await boss.fail(QUEUE, job).catch(onError)
    throw error
  }

  return {
    async add(transaction, clips) {
      const jobs = clips.map(({ id, turn }) => ({ data: { clipId: id }, priority: -turn }))
      await boss.insert(QUEUE, jobs, { db: fromKysely(transaction) })
    },
    wake: () => signals.emit('clips-waiting'),
    async claim() {
      for (;;) {
        const [job] = await boss.fetch<ClipData>(QUEUE)
        if (job === undefined) return undefined
        const clip = await claimClip(db, job.data.clipId, clock()).catch((error: unknown) => giveBack(job, error))
        if (clip === undefined) await boss.complete(QUEUE, job)
        else if (clip.deaths < MAX_DEATHS) return hold(job, clip)
        else
          await failJob(job, {
            code: 'INTERNAL_ERROR',
            message: `${MAX_DEATHS} workers ended while they rendered this clip`,
          })
      }
    },
    wakeUps: wakeUp.count,
    wait: wakeUp.after,
    async close() {
      stopListening()
      await boss.stop({ graceful: true, close: true })
    },
  }
}

async function startPgBoss({ databaseUrl, onError }: PgBossClipQueueOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'declaim-jobs',
    max: CONNECTIONS,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', onError)
  return await boss.start()
}
