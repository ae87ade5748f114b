import type { Database } from '../storage/database.ts'
import type { AcceptedClip } from '../storage/records/accept-clips.ts'
import type { ClipJob } from '../storage/records/clip-jobs.ts'
import type { ClipResult } from '../storage/records/end-clips.ts'

/** Clips that wait for workers. Each is given to one worker at a time, and again if that worker dies. Accounts take turns. */
export interface ClipQueue {
  /** Makes clips wait; call it in the transaction that stores them. */
  add(transaction: Database, clips: readonly AcceptedClip[]): Promise<void>
  /** Wakes a worker of this process; call it after that transaction. */
  wake(): void
  /** Claims the next clip, and wakes another worker of this process, because there may be more. Undefined if none waits at present. */
  claim(): Promise<ClaimedClip | undefined>
  /** Number of times that a worker of this process was to be woken. */
  wakeUps(): number
  /** Resolves when it is this worker's turn to look for clips, at once if `wakeUps()` is not `seen`, or when `signal` aborts. */
  wait(seen: number, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

/** A clip that this worker holds until one of the functions resolves. */
export interface ClaimedClip {
  readonly clip: ClipJob
  /** Ends the clip as COMPLETE; false if it was removed meanwhile. */
  complete(result: ClipResult): Promise<boolean>
  fail(error: ClipFailure): Promise<void>
  /** Gives the clip back for another worker. */
  release(): Promise<void>
}

export type ClipFailure = { readonly code: string; readonly message: string }
