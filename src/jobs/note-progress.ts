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
  /** Called with the first of several consecutive failures. */
  readonly onError: (error: unknown) => void
}

type Pending = {
  segmentsDone: number
  written: number
  isWriting: boolean
  hasFailed: boolean
  readonly timer: NodeJS.Timeout
}

/** Short clips end before their first note, and cost nothing. */
const INTERVAL_MS = 500

export function createProgressNotes(db: Database, { intervalMs = INTERVAL_MS, onError }: Options): ProgressNotes {
  const clips = new Map<string, Pending>()

  /** Writes one note of a clip at a time, because the older of two might be committed last. A failed note is written at the next interval. */
  async function write(clipId: string): Promise<void> {
    const clip = clips.get(clipId)
    if (clip === undefined || clip.isWriting || clip.written === clip.segmentsDone) return
    const { segmentsDone } = clip
    clip.isWriting = true
    try {
      await noteClipProgress(db, clipId, segmentsDone)
      clip.written = segmentsDone
      clip.hasFailed = false
    } catch (error) {
      if (!clip.hasFailed) onError(error)
      clip.hasFailed = true
    } finally {
      clip.isWriting = false
    }
  }

  return {
    note(clipId, segmentsDone) {
      const known = clips.get(clipId)
      if (known !== undefined) {
        known.segmentsDone = segmentsDone
        return
      }
      const timer = setInterval(() => void write(clipId), intervalMs)
      timer.unref()
      clips.set(clipId, { segmentsDone, written: 0, isWriting: false, hasFailed: false, timer })
    },
    end(clipId) {
      clearInterval(clips.get(clipId)?.timer)
      clips.delete(clipId)
    },
  }
}
