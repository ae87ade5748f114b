import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, type Registry } from 'prom-client'

/** How often the event loop is looked at; it is part of each value. */
const RESOLUTION_MS = 10
const MICROSECONDS = 1e6
const NANOSECONDS = 1e9

/**
 * Registers the metrics of the process: event loop, memory and computing time. The names are those of prom-client's default metrics,
 * which cannot be stopped once they are registered.
 */
export function registerProcessMetrics(registry: Registry): { stop(): void } {
  const registers = [registry]
  registerMemory(registry)
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'CPU time of all threads',
    registers,
    collect() {
      const { user, system } = process.cpuUsage()
      this.reset()
      this.inc((user + system) / MICROSECONDS)
    },
  })
  new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process was started, in Unix time',
    registers,
  }).set(Math.round(Date.now() / 1000 - process.uptime()))
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const readDelay = (percent: number): number => {
    const seconds = delay.percentile(percent) / NANOSECONDS - RESOLUTION_MS / 1000
    return Math.max(0, seconds)
  }
  new Gauge({
    name: 'nodejs_eventloop_lag_p50_seconds',
    help: 'Median delay of the main thread since the last scrape',
    registers,
    collect() {
      this.set(readDelay(50))
    },
  })
  // Registered last: it begins the next count.
  new Gauge({
    name: 'nodejs_eventloop_lag_p99_seconds',
    help: '99th percentile of the delay of the main thread since the last scrape',
    registers,
    collect() {
      this.set(readDelay(99))
      delay.reset()
    },
  })
  return { stop: () => void delay.disable() }
}

function registerMemory(registry: Registry): void {
  const sizes: readonly (readonly [name: string, help: string, key: keyof NodeJS.MemoryUsage])[] = [
    ['process_resident_memory_bytes', 'Memory of the process', 'rss'],
    ['nodejs_heap_size_used_bytes', 'Heap of the main thread', 'heapUsed'],
    ['nodejs_external_memory_bytes', 'Buffers and other memory outside of the heap', 'external'],
  ]
  for (const [name, help, key] of sizes) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(process.memoryUsage()[key])
      },
    })
  }
}
