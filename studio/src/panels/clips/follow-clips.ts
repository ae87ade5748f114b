import type { Clip } from '../../../../client/src/declaim.ts'
import { sleep } from '../../../../client/src/send.ts'
import { declaim } from '../../service.ts'

const SHOWN = 100
const POLL_MS = 1500

export type ClipsListener = {
  readonly onClips: (clips: readonly Clip[]) => void
  readonly onProblem: (error: unknown) => void
}

/** Reports the newest clips now and as they change, until `signal` aborts. A problem is reported, and the next try follows. */
export async function followClips({ onClips, onProblem }: ClipsListener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      onClips(await declaim.clips.list({ limit: SHOWN }, { signal }))
    } catch (error) {
      if (!signal.aborted) onProblem(error)
    }
    await sleep(POLL_MS, signal).catch(() => {})
  }
}
