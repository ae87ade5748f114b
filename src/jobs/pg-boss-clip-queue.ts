import { PgBoss } from 'pg-boss'
import type { Database } from '../storage/database.ts'
import { claimClip } from '../storage/records/clip-jobs.ts'
import type { Signals } from '../storage/signals.ts'
import type { ClaimedClip, ClipQueue } from './clip-queue.ts'
import { type ClipJobs, type ClipOfJob, createClipJobs, QUEUE } from './pg-boss-clip-jobs.ts'
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

/** Delay after which a clip is noticed whose signal was lost, or whose worker was found dead. */
const POLL_MS = 2000
/** Interval of the search for dead workers. */
const SUPERVISE_SECONDS = 3
/** A clip is assumed to kill workers if this many died while rendering it. */
const MAX_DEATHS = 3
const DAY_SECONDS = 86_400
const CONNECTIONS = 4

/** The queue of many processes: a job of pg-boss for each clip, stored and ended in the same transactions as the clip. */
export async function openPgBossClipQueue(options: PgBossClipQueueOptions): Promise<ClipQueue> {
  const { db, signals, clock, workerTimeoutSeconds, onError } = options
  const boss = await startPgBoss(options)
  const heartbeatSeconds = workerTimeoutSeconds - SUPERVISE_SECONDS
  await createQueue(boss, heartbeatSeconds)
  const jobs = createClipJobs({ boss, db, clock, heartbeatSeconds, onError })
  const wakeUp = createWakeUp(POLL_MS)
  const stopListening = signals.on('clips-waiting', () => wakeUp.call())
  return {
    add: jobs.add,
    wake: () => signals.emit('clips-waiting'),
    async claim() {
      const claimed = await claimNext({ boss, db, jobs, clock })
      if (claimed !== undefined) wakeUp.call()
      return claimed
    },
    wakeUps: wakeUp.count,
    wait: wakeUp.after,
    async close() {
      stopListening()
      await boss.stop({ graceful: true, close: true })
    },
  }
}

type Claiming = Pick<PgBossClipQueueOptions, 'db' | 'clock'> & { readonly boss: PgBoss; readonly jobs: ClipJobs }

/** Claims the clip of the next job. Ends the jobs of clips that are gone, and of those that kill workers. */
async function claimNext({ boss, db, jobs, clock }: Claiming): Promise<ClaimedClip | undefined> {
  for (;;) {
    const [job] = await boss.fetch<ClipOfJob>(QUEUE)
    if (job === undefined) return undefined
    const clip = await claimClip(db, job.data.clipId, clock()).catch((error: unknown) => jobs.giveBack(job, error))
    if (clip === undefined) await boss.complete(QUEUE, job)
    else if (clip.deaths < MAX_DEATHS) return jobs.hold(job, clip)
    else {
      const message = `${MAX_DEATHS} workers ended while they rendered this clip`
      await jobs.fail(job, { code: 'INTERNAL_ERROR', message })
    }
  }
}

async function createQueue(boss: PgBoss, heartbeatSeconds: number): Promise<void> {
  await boss.createQueue(QUEUE, {
    heartbeatSeconds,
    expireInSeconds: DAY_SECONDS - 1,
    // Deaths are counted with the clips, so pg-boss never gives up a job itself.
    retryLimit: 1000,
    retryDelay: 0,
    retentionSeconds: 365 * DAY_SECONDS,
    deleteAfterSeconds: 3600,
  })
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
