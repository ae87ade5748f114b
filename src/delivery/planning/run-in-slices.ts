import { setImmediate } from 'node:timers/promises'
import type { Steps } from '../../text/steps.ts'

/** Work returns to the event loop after this time. */
const SLICE_MS = 4

/**
 * Does all steps, and lets others have their turn in between. What takes less than a slice is done at once. Rejects with the reason of
 * the signal after the slice in which it aborts.
 */
export async function runInSlices<Result>(steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  let sliceEnds = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < sliceEnds) continue
    await setImmediate()
    signal?.throwIfAborted()
    sliceEnds = performance.now() + SLICE_MS
  }
}
