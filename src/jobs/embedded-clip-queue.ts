import type { Database } from '../storage/database.ts'
import { claimNextClip, completeClip, failClip, releaseClip } from '../storage/records/clip-jobs.ts'
import type { Signals } from '../storage/signals.ts'
import type { ClipQueue } from './clip-queue.ts'
import { createWakeUp } from './wake-up.ts'

/** Workers look for clips this often even if nobody calls them. */
const POLL_MS = 5000

export type EmbeddedClipQueueOptions = {
  readonly db: Database
  readonly signals: Signals
  /** Epoch milliseconds. */
  readonly clock: () => number
}

/** The queue of one process: the clips themselves are its jobs. `recoverInterruptedClips` frees what a dead process held. */
export function createEmbeddedClipQueue({ db, signals, clock }: EmbeddedClipQueueOptions): ClipQueue {
  const wakeUp = createWakeUp(POLL_MS)
  const stopListening = signals.on('clips-waiting', () => wakeUp.call())
  return {
    add: async () => {},
    wake: () => signals.emit('clips-waiting'),
    async claim() {
      const clip = await claimNextClip(db, clock())
      if (clip === undefined) return undefined
      const { id } = clip
      return {
        clip,
        async complete(result) {
          const isWanted = await completeClip(db, id, { ...result, now: clock() })
          signals.emit('clip-ended', id)
          return isWanted
        },
        async fail(error) {
          await failClip(db, id, { error, now: clock() })
          signals.emit('clip-ended', id)
        },
        async release() {
          await releaseClip(db, id)
          signals.emit('clips-waiting')
        },
      }
    },
    wakeUps: wakeUp.count,
    wait: wakeUp.after,
    close: async () => stopListening(),
  }
}
