import type { Database } from '../storage/database.ts'
import { claimNextClip, completeClip, failClip, releaseClip } from '../storage/records/clip-jobs.ts'
import type { ClipQueue } from './clip-queue.ts'
import { createWakeUp } from './wake-up.ts'

/** Workers look for clips this often even if nobody calls them. */
const POLL_MS = 5000

/** The queue of one process: the clips themselves are its jobs. `recoverInterruptedClips` frees what a dead process held. */
export function createEmbeddedClipQueue(db: Database, clock: () => number): ClipQueue {
  const wakeUp = createWakeUp(POLL_MS)
  let seen = wakeUp.count()
  return {
    add: async () => {},
    wake: () => wakeUp.call(),
    async claim() {
      seen = wakeUp.count()
      const clip = await claimNextClip(db, clock())
      if (clip === undefined) return undefined
      const { id } = clip
      return {
        clip,
        complete: (result) => completeClip(db, id, { ...result, now: clock() }),
        async fail(error) {
          await failClip(db, id, { error, now: clock() })
        },
        release: () => releaseClip(db, id),
      }
    },
    wait: (signal) => wakeUp.after(seen, signal),
    close: async () => {},
  }
}
