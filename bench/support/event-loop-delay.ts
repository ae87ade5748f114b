import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchService, startBenchService } from './bench-service.ts'

/** How late the main thread of a service was, in milliseconds. */
export type EventLoopDelay = { readonly p50: number; readonly p99: number; readonly max: number }

export type WatchedBenchService = BenchService & {
  /** Since the start or the last call. */
  readEventLoopDelay(): Promise<EventLoopDelay>
}

const WATCHER = new URL('./watch-event-loop.ts', import.meta.url).href

/** A service whose main thread is watched. */
export async function startWatchedBenchService(
  settings: Readonly<Record<string, string>>,
): Promise<WatchedBenchService> {
  const service = await startBenchService({ ...settings, NODE_OPTIONS: `--import=${WATCHER}` })
  return {
    ...service,
    async readEventLoopDelay() {
      const from = service.lines.length
      service.child.kill('SIGUSR2')
      for (;;) {
        const line = service.lines.slice(from).find((printed) => printed.startsWith('event loop '))
        if (line === undefined) await sleep(1)
        else {
          const [p50, p99, max] = line.slice('event loop '.length).split(' ').map(Number)
          return { p50: p50!, p99: p99!, max: max! }
        }
      }
    },
  }
}
