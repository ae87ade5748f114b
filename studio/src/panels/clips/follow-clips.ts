import type { Clip } from '../../../../client/src/declaim.ts'
import { sleep } from '../../../../client/src/send.ts'
import { declaim } from '../../service.ts'

/** Clips that are followed: the newest. */
export const SHOWN = 100
/** Events say when clips end, but not that new ones began or how far they are. */
const POLL_MS = 1500
const IDLE_POLL_MS = 5000

export type ClipsListener = {
  readonly onClips: (clips: readonly Clip[]) => void
  readonly onProblem: (error: unknown) => void
}

/** Reports the newest clips now and as they change, until `signal` aborts. A problem is reported, and the next try follows. */
export async function followClips({ onClips, onProblem }: ClipsListener, signal: AbortSignal): Promise<void> {
  let wake = (): void => {}
  void followEnds(() => wake(), signal)
  while (!signal.aborted) {
    let pause = POLL_MS
    try {
      const clips = await declaim.clips.list({ limit: SHOWN }, { signal })
      onClips(clips)
      if (clips.every(({ status }) => status !== 'PROCESSING')) pause = IDLE_POLL_MS
    } catch (error) {
      if (!signal.aborted) onProblem(error)
    }
    const woken = new AbortController()
    wake = () => woken.abort()
    await sleep(pause, AbortSignal.any([signal, woken.signal])).catch(() => {})
  }
}

/** Calls `onEnd` when a clip is complete or failed. Without events, the list is as live as its polling. */
async function followEnds(onEnd: () => void, signal: AbortSignal): Promise<void> {
  try {
    for await (const { type } of declaim.events.follow({ signal })) {
      if (type.startsWith('clip.') || type.startsWith('combination.')) onEnd()
    }
  } catch {
    // The view was left, or the service has no events for this account.
  }
}
