import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createCharacterQuota } from '../accounts/character-quota.ts'
import { createAudioLinks } from '../api/answers/audio-links.ts'
import { createServiceMetrics } from '../api/metrics/service-metrics.ts'
import { createOperationsServer } from '../api/operations-server.ts'
import { createServer } from '../api/server.ts'
import type { Config } from '../config.ts'
import { createPreviewRenderer } from '../delivery/clips/render-preview.ts'
import { createLibraryCache } from '../delivery/planning/library-cache.ts'
import { createStorageRetry } from '../jobs/storage-retry.ts'
import { deferRejection } from '../speaking/defer-rejection.ts'
import { wrapEngines } from '../speaking/wrap-engines.ts'
import type { Database } from '../storage/database.ts'
import { lockDataDirectory } from '../storage/embedded/data-directory-lock.ts'
import type { DiskCache } from '../storage/files/disk-cache.ts'
import { createFolderCache } from '../storage/files/folder-cache.ts'
import { openSpillFolder } from '../storage/files/spill-folder.ts'
import { setApiKey } from '../storage/records/api-keys.ts'
import { countUnfinishedClips } from '../storage/records/clips.ts'
import { ensureSecret } from '../storage/records/secrets.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { openDataDirectory } from './data-directory.ts'
import { openBackends } from './open-backends.ts'
import { loadResources } from './resources/load-resources.ts'
import { startWork } from './start-work.ts'

/** What a process does: `api` answers requests, `worker` renders clips, `serve` does both. */
export type Role = 'serve' | 'api' | 'worker'

export type StartOptions = {
  readonly role?: Role
  readonly log?: Logger
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

export type RunningService = {
  /** The address it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string
  readonly db: Database
  /** Lets the answers under way end, gives unfinished clips back, and frees everything. */
  close(): Promise<void>
}

/** Replacements that one request may use, unless a single library may hold more. As many stay compiled. */
const REPLACEMENTS_PER_REQUEST = 50_000
/** What an answer under way may still take when the service stops. */
const CLOSE_GRACE_MS = 10_000

/** Starts the API, the clip workers or both in this process, on a data directory that no other process uses. */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const { role = 'serve', clock = Date.now, log = pino({ level: config.logLevel }) } = options
  checkRole(role, config)
  await openDataDirectory(config.dataDirectory, log)
  const lock = lockDataDirectory(config.dataDirectory)
  // Its threads start while the storage is opened.
  const loading = deferRejection(loadResources(config, (error) => log.error({ err: error }, (error as Error).message)))
  const { db, blobs, queue, ...backends } = await openBackends(config, { clock, log }).catch(async (error: unknown) => {
    await loading.then((loaded) => loaded.close()).catch(() => {})
    throw error
  })
  if (config.bootstrapKey !== undefined) {
    await setApiKey(db, config.bootstrapKey, { name: 'bootstrap', now: clock() })
  }
  const loaded = await loading
  const segmentCache = createSegmentCache(config, log)
  const spill = await openSpillFolder(join(config.dataDirectory, 'spill'), (error) =>
    log.warn({ err: error }, 'Cannot keep on disk what waits for slow readers: it stays in memory'),
  )
  const metrics = createServiceMetrics({
    countUnfinishedClips: () => countUnfinishedClips(db),
    threadLoad: loaded.threadLoad,
    segmentCache: segmentCache && (() => segmentCache.figures()),
  })
  const engines = wrapEngines(loaded.engines, {
    spill,
    cache: segmentCache,
    onLookup: metrics.segmentLookedUp,
    onSpeech: metrics.speechMade,
  })
  const resources = { ...loaded, engines }
  let address = ''
  const secret = await ensureSecret(db, 'audio-links')
  const links = createAudioLinks({ publicUrl: () => config.publicUrl ?? address, secret })
  const previews = createPreviewRenderer(resources, blobs)
  const libraryCache = createLibraryCache(db, {
    maxReplacements: Math.max(REPLACEMENTS_PER_REQUEST, config.maxReplacements),
  })
  const quota = createCharacterQuota({
    db,
    limit: config.charactersPerMonth,
    clock,
    onError: (error) => log.error({ err: error }, 'Cannot write down what was spoken'),
    onSpend: metrics.charactersAccepted,
  })
  const retry = createStorageRetry({ log, onFailure: () => void segmentCache?.makeRoom() })
  const checkReadiness = createReadinessCheck({ db, blobs, retry, threadLoad: loaded.threadLoad })
  const operations = { metrics, checkReadiness }
  const stores = { db, blobs, queue, quota, libraryCache }
  const services = { ...stores, ...operations, resources, links, previews, limits: config, clock }
  const app =
    role === 'worker'
      ? createOperationsServer(operations, { loggerInstance: log })
      : createServer(services, { loggerInstance: log })
  await app.listen({ host: config.host, port: config.port })
  address = addressToCall(config.host, app.server.address() as AddressInfo)
  const onEnded = metrics.clipEnded
  const work =
    role === 'api' ? undefined : startWork({ db, queue, blobs, resources, retry, clock, log, onEnded }, config)

  return {
    url: address,
    db,
    async close() {
      const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(impatience)
      await work?.stop()
      await quota.close()
      await resources.close()
      await segmentCache?.close()
      metrics.close()
      await backends.close()
      lock.release()
    },
  }
}

/** SQLite and files in the data directory belong to one process. */
function checkRole(role: Role, { databaseUrl, audioStore }: Config): void {
  if (role === 'serve' || (databaseUrl !== undefined && audioStore !== undefined)) return
  throw new Error(
    `Cannot run "declaim ${role}": set DATABASE_URL and AUDIO_STORE, which processes share, or run "declaim serve"`,
  )
}

/** The segment cache; undefined if the operator switched it off. */
function createSegmentCache(
  { dataDirectory, segmentCacheBytes: limitBytes }: Config,
  log: Logger,
): DiskCache | undefined {
  if (limitBytes === 0) return undefined
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'Cannot use the segment cache')
  return createFolderCache(join(dataDirectory, 'segments'), { limitBytes, onTrouble })
}

/** A URL that reaches the server from this machine, even if it listens on all addresses. */
function addressToCall(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
