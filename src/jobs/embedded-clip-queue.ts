import type { Database } from '../storage/database.ts'
import { type ClipJob, claimNextClip, releaseClip, SUSPECT_INTERRUPTIONS } from '../storage/records/clip-jobs.ts'
import { completeClip, failClip } from '../storage/records/end-clips.ts'
import type { Signals } from '../storage/signals.ts'
import type { ClaimedClip, ClipQueue } from './clip-queue.ts'
import { createWakeUp } from './wake-up.ts'

/** Workers look for clips this often, even without a signal. */
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
  const inHand = new Set<string>()
  /** A clip that is rendered alone, because it may be the cause of crashes. */
  let suspect: string | undefined
  let claiming: Promise<unknown> = Promise.resolve()

  async function claimNext(): Promise<ClaimedClip | undefined> {
    if (suspect !== undefined) return undefined
    const maxInterruptions = inHand.size === 0 ? undefined : SUSPECT_INTERRUPTIONS - 1
    const found = await claimNextClip(db, { now: clock(), ...(maxInterruptions !== undefined && { maxInterruptions }) })
    if (found === undefined) return undefined
    const { interruptions, ...clip } = found
    inHand.add(clip.id)
    if (interruptions >= SUSPECT_INTERRUPTIONS) suspect = clip.id
    wakeUp.call()
    return hold(clip)
  }

  /** Other clips may be claimed again once a suspect has ended, and a suspect once nothing else is in hand. */
  function letGo(id: string): void {
    inHand.delete(id)
    if (suspect === id) suspect = undefined
    else if (inHand.size > 0) return
    signals.emit('clips-waiting')
  }

  function hold(clip: ClipJob): ClaimedClip {
    const { id } = clip
    const end = (): void => {
      letGo(id)
      signals.emit('clip-ended', id)
    }
    return {
      clip,
      async complete(result) {
        const isWanted = await completeClip(db, id, { ...result, now: clock() })
        end()
        return isWanted
      },
      async fail(error) {
        await failClip(db, id, { error, now: clock() })
        end()
      },
      async release() {
        await releaseClip(db, id)
        letGo(id)
        signals.emit('clips-waiting')
      },
    }
  }

  return {
    add: async () => {},
    wake: () => signals.emit('clips-waiting'),
    claim() {
      // One after another, so that nothing joins a suspect.
      const claimed = claiming.then(claimNext)
      claiming = claimed.catch(() => {})
      return claimed
    },
    wakeUps: wakeUp.count,
    wait: wakeUp.after,
    close: async () => stopListening(),
  }
}
