import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createCharacterQuota } from '../accounts/character-quota.ts'
import { createKeyUses } from '../accounts/key-uses.ts'
import { createPlanBook, DEFAULT_PLAN, OWNER_PLAN } from '../accounts/plans.ts'
import { createAudioLinks } from '../api/answers/audio-links.ts'
import { createServiceMetrics } from '../api/metrics/service-metrics.ts'
import { createServer } from '../api/server.ts'
import type { Config } from '../config.ts'
import { createPreviewRenderer } from '../delivery/clips/render-preview.ts'
import { createLibraryCache } from '../delivery/planning/library-cache.ts'
import { removeExpired } from '../jobs/remove-expired.ts'
import { type ClipWorker, runClipJobs } from '../jobs/run-clip-jobs.ts'
import { createWakeUp } from '../jobs/wake-up.ts'
import { deferRejection } from '../speaking/defer-rejection.ts'
import { wrapEngines } from '../speaking/wrap-engines.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { lockDataDirectory } from '../storage/embedded/data-directory-lock.ts'
import { openDatabase } from '../storage/embedded/open-database.ts'
import type { DiskCache } from '../storage/files/disk-cache.ts'
import { openFileBlobStore } from '../storage/files/file-blob-store.ts'
import { createFolderCache } from '../storage/files/folder-cache.ts'
import { openSpillFolder } from '../storage/files/spill-folder.ts'
import { setApiKey } from '../storage/records/api-keys.ts'
import { countUnfinishedClips, recoverInterruptedClips } from '../storage/records/clips.ts'
import { ensureSecret } from '../storage/records/secrets.ts'
import { loadResources } from './resources/load-resources.ts'

export type StartOptions = {
  readonly log?: Logger
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

export type RunningService = {
  /** Where it listens, such as `http://127.0.0.1:8787`. */
  readonly url: string
  readonly db: Database
  /** Lets the answers under way end, gives unfinished clips back, and frees everything. */
  close(): Promise<void>
}

/** While one clip of a thread is encoded and stored, the next is spoken. */
const CLIPS_PER_THREAD = 2
/** Workers look for clips this often even if nobody calls them. */
const CLIP_POLL_MS = 5000
const EXPIRY_SWEEP_MS = 10 * 60_000
/** Replacements that one request may use, unless a single library may hold more. As many stay compiled. */
const REPLACEMENTS_PER_REQUEST = 50_000
/** What an answer under way may still take when the service stops. */
const CLOSE_GRACE_MS = 10_000

/** The file of the database below the data directory. */
export function databasePath(dataDirectory: string): string {
  return join(dataDirectory, 'declaim.sqlite')
}

/** Starts the API and the clip workers in this process, on a data directory that no other server uses. */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const { clock = Date.now, log = pino({ level: config.logLevel }) } = options
  await mkdir(config.dataDirectory, { recursive: true })
  const lock = lockDataDirectory(config.dataDirectory)
  // Its threads start while the storage is opened.
  const loading = deferRejection(loadResources(config, (error) => log.error({ err: error }, (error as Error).message)))
  const { db, blobs } = await openStorage(config, { clock, log }).catch(async (error: unknown) => {
    await loading.then((loaded) => loaded.close()).catch(() => {})
    throw error
  })
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
  const wakeUp = createWakeUp(CLIP_POLL_MS)
  let address = ''
  const secret = await ensureSecret(db, 'audio-links')
  const links = createAudioLinks({ publicUrl: () => config.publicUrl ?? address, secret })
  const previews = createPreviewRenderer(resources, blobs)
  const libraryCache = createLibraryCache(db, {
    maxReplacements: Math.max(REPLACEMENTS_PER_REQUEST, config.maxReplacements),
  })
  const quota = createCharacterQuota({
    db,
    clock,
    onError: (error) => log.error({ err: error }, 'Cannot write down what was spoken'),
    onSpend: metrics.charactersAccepted,
  })
  const plans = createPlanBook(db, config)
  const defaultPlan = await plans.limitsOf(DEFAULT_PLAN)
  const keyUses = createKeyUses({
    db,
    clock,
    onError: (error) => log.error({ err: error }, 'Cannot note when keys were used'),
  })
  const wakeWorkers = (): void => wakeUp.call()
  const app = createServer(
    {
      db,
      blobs,
      resources,
      links,
      previews,
      libraryCache,
      quota,
      metrics,
      limits: config,
      plans,
      defaultPlan,
      onKeyUsed: keyUses.note,
      clock,
      wakeWorkers,
    },
    { loggerInstance: log },
  )
  await app.listen({ host: config.host, port: config.port })
  address = addressToCall(config.host, app.server.address() as AddressInfo)
  const work = startWork({ db, blobs, resources, wakeUp, clock, log, onEnded: metrics.clipEnded }, config)

  return {
    url: address,
    db,
    async close() {
      const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(impatience)
      await work.stop()
      await quota.close()
      await keyUses.close()
      await resources.close()
      await segmentCache?.close()
      metrics.close()
      await db.destroy()
      lock.release()
    },
  }
}

/** Renders waiting clips and removes what expired, until it is stopped. */
function startWork(worker: ClipWorker, { renderThreads, clipLifetimeMs }: Config): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const workers = Array.from({ length: renderThreads * CLIPS_PER_THREAD }, () => runClipJobs(worker, stopping.signal))
  const { db, blobs, clock, log } = worker
  const sweep = (): Promise<unknown> =>
    removeExpired({ db, blobs, lifetimeMs: clipLifetimeMs, now: clock() }).catch((error: unknown) =>
      log.error({ err: error }, 'Cannot remove expired clips'),
    )
  let sweeping = sweep()
  const sweeper = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, EXPIRY_SWEEP_MS)
  return {
    async stop() {
      clearInterval(sweeper)
      stopping.abort(new Error('The service is stopping'))
      await Promise.all([...workers, sweeping])
    },
  }
}

/** Where segments that were spoken are kept; undefined where the operator wants none. */
function createSegmentCache(
  { dataDirectory, segmentCacheBytes: limitBytes }: Config,
  log: Logger,
): DiskCache | undefined {
  if (limitBytes === 0) return undefined
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'Cannot use the segment cache')
  return createFolderCache(join(dataDirectory, 'segments'), { limitBytes, onTrouble })
}

/** The database and the audio of the data directory, as the last run has left them. */
async function openStorage(
  { dataDirectory, bootstrapKey }: Config,
  { clock, log }: Required<StartOptions>,
): Promise<{ readonly db: Database; readonly blobs: BlobStore }> {
  const db = await openDatabase(databasePath(dataDirectory))
  if (bootstrapKey !== undefined) {
    await setApiKey(db, { key: bootstrapKey, name: 'bootstrap', plan: OWNER_PLAN, now: clock() })
  }
  const recovered = await recoverInterruptedClips(db, clock())
  if (recovered > 0) log.info({ clips: recovered }, 'Clips of the last run wait again')
  return { db, blobs: await openFileBlobStore(join(dataDirectory, 'audio')) }
}

/** A URL that reaches the server from this machine, also where it listens on all addresses. */
function addressToCall(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
