import type { Database } from '../storage/database.ts'
import { noteClipProgress } from '../storage/records/end-clips.ts'

/** Notes how far clips are. A note that is not written yet is replaced by the next one of its clip. */
export type ProgressNotes = {
  note(clipId: string, segmentsDone: number): void
  /** Forgets a clip that has ended. */
  end(clipId: string): void
}

type Options = {
  /** The shortest time between two notes of one clip. */
  readonly intervalMs?: number
  readonly onError: (error: unknown) => void
}

type Pending = { segmentsDone: number; written: number; timer: NodeJS.Timeout }

/** Short clips end before their first note, and cost nothing. */
const INTERVAL_MS = 500

export function createProgressNotes(db: Database, { intervalMs = INTERVAL_MS, onError }: Options): ProgressNotes {
  const clips = new Map<string, Pending>()

  function write(clipId: string): void {
    const clip = clips.get(clipId)
    if (clip === undefined || clip.written === clip.segmentsDone) return
    clip.written = clip.segmentsDone
    noteClipProgress(db, clipId, clip.segmentsDone).catch(onError)
  }

  return {
    note(clipId, segmentsDone) {
      const known = clips.get(clipId)
      if (known !== undefined) {
        known.segmentsDone = segmentsDone
        return
      }
      const timer = setInterval(() => write(clipId), intervalMs)
      timer.unref()
      clips.set(clipId, { segmentsDone, written: 0, timer })
    },
    end(clipId) {
      clearInterval(clips.get(clipId)?.timer)
      clips.delete(clipId)
    },
  }
}
