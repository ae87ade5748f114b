import { join } from 'node:path'
import type { Logger } from 'pino'
import { createServiceMetrics, type ServiceMetrics } from '../api/metrics/service-metrics.ts'
import type { Config } from '../config.ts'
import type { Resources } from '../delivery/resources.ts'
import { wrapEngines } from '../speaking/wrap-engines.ts'
import type { Database } from '../storage/database.ts'
import type { DiskCache } from '../storage/files/disk-cache.ts'
import { createFolderCache } from '../storage/files/folder-cache.ts'
import { openSpillFolder } from '../storage/files/spill-folder.ts'
import { countUnfinishedClips, findOldestWaiting } from '../storage/records/clips.ts'
import { countPendingDeliveries } from '../storage/records/webhook-deliveries.ts'
import type { LoadedVoices } from './resources/load-voices.ts'

/** Takes what frees one thing that the service holds. Things close in reverse order. */
export type OnClose = (close: () => unknown) => void

export type OpenSpeakingOptions = {
  readonly loaded: Resources & Pick<LoadedVoices, 'threadLoad'>
  readonly db: Database
  readonly log: Pick<Logger, 'warn'>
  /** Epoch milliseconds. */
  readonly clock: () => number
  readonly onClose: OnClose
}

export type Speaking = {
  readonly resources: Resources
  readonly metrics: ServiceMetrics
  /** Gives disk space of the segment cache back. */
  makeRoom(): void
}

/** Gives the engines a segment cache, a folder for what slow readers leave, and metrics of their work. */
export async function openSpeaking(
  config: Config,
  { loaded, db, log, clock, onClose }: OpenSpeakingOptions,
): Promise<Speaking> {
  const cache = createSegmentCache(config, log)
  onClose(() => cache?.close())
  const spill = await openSpillFolder(join(config.dataDirectory, 'spill'), (error) =>
    log.warn({ err: error }, 'Cannot write audio for slow readers to disk: it stays in memory'),
  )
  const metrics = createServiceMetrics({
    countUnfinishedClips: () => countUnfinishedClips(db),
    oldestWaitingSeconds: async () => {
      const since = await findOldestWaiting(db)
      return since === undefined ? 0 : Math.max(0, clock() - since) / 1000
    },
    countPendingDeliveries: () => countPendingDeliveries(db),
    threadLoad: loaded.threadLoad,
    segmentCache: cache && (() => cache.figures()),
  })
  onClose(() => metrics.close())
  const { segmentLookedUp: onLookup, speechMade: onSpeech } = metrics
  const engines = wrapEngines(loaded.engines, { spill, cache, onLookup, onSpeech })
  return { resources: { ...loaded, engines }, metrics, makeRoom: () => void cache?.makeRoom() }
}

/** The segment cache; undefined if the operator switched it off. */
function createSegmentCache(
  { dataDirectory, segmentCacheBytes: limitBytes }: Config,
  log: Pick<Logger, 'warn'>,
): DiskCache | undefined {
  if (limitBytes === 0) return undefined
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'Cannot use the segment cache')
  return createFolderCache(join(dataDirectory, 'segments'), { limitBytes, onTrouble })
}
