import { Counter, Gauge, type Registry } from 'prom-client'
import type { DiskCacheFigures } from '../../storage/files/disk-cache.ts'

export interface CacheMetrics {
  /** A segment was looked for in the cache. */
  segmentLookedUp(isFound: boolean): void
}

type Figure = readonly [name: string, help: string, read: (figures: DiskCacheFigures) => number]

const GAUGES: readonly Figure[] = [
  ['declaim_segment_cache_entries', 'Segments in the cache', ({ entries }) => entries],
  ['declaim_segment_cache_bytes', 'Bytes of the cache on disk', ({ bytes }) => bytes],
  ['declaim_segment_cache_limit_bytes', 'Bytes that the cache may have', ({ limitBytes }) => limitBytes],
]

const COUNTERS: readonly Figure[] = [
  ['declaim_segment_cache_evictions_total', 'Segments removed for others', ({ evictions }) => evictions],
  ['declaim_segment_cache_corrupt_total', 'Segments found damaged, and removed', ({ corrupt }) => corrupt],
  ['declaim_segment_cache_dropped_total', 'Segments not kept: too many waited', ({ dropped }) => dropped],
  ['declaim_segment_cache_failed_writes_total', 'Segments not kept: writing failed', (figures) => figures.failedWrites],
]

/** Registers the metrics of the segment cache, if there is one. */
export function registerCacheMetrics(
  registry: Registry,
  readFigures: (() => DiskCacheFigures) | undefined,
): CacheMetrics {
  if (readFigures === undefined) return { segmentLookedUp: () => {} }
  const registers = [registry]
  const lookups = new Counter({
    name: 'declaim_segment_cache_lookups_total',
    help: 'Segments looked for in the cache, by outcome',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of ['hit', 'miss']) lookups.inc({ outcome }, 0)
  for (const [name, help, read] of GAUGES) {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read(readFigures()))
      },
    })
  }
  for (const [name, help, read] of COUNTERS) {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read(readFigures()))
      },
    })
  }
  return { segmentLookedUp: (isFound) => lookups.inc({ outcome: isFound ? 'hit' : 'miss' }) }
}
