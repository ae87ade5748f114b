import { setImmediate } from 'node:timers/promises'
import type { Steps } from '../../text/steps.ts'

/** Work returns to the event loop after this time. */
const SLICE_MS = 4

/** Does all steps, and lets others have their turn in between. What takes less than a slice is done at once. */
export async function runInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  let sliceEnds = performance.now() + SLICE_MS
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() < sliceEnds) continue
    await setImmediate()
    sliceEnds = performance.now() + SLICE_MS
  }
}
