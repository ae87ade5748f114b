/**
 * Loaded into a server before it starts (`node --import`): prints how late the main thread was since it was last asked,
 * whenever the process gets SIGUSR2.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

/** A timer of this many milliseconds is watched; its own length counts in what is found. */
const RESOLUTION_MS = 1
const NANOSECONDS_PER_MS = 1e6

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('SIGUSR2', () => {
    const late = [50, 99, 100].map((share) => delay.percentile(share) / NANOSECONDS_PER_MS - RESOLUTION_MS)
    console.log(`event loop ${late.map((ms) => Math.max(0, ms).toFixed(2)).join(' ')}`)
    delay.reset()
  })
}
