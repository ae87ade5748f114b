import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { createKeyUses } from '../accounts/key-uses.ts'
import { createModeration } from '../accounts/moderation.ts'
import { createPlanBook, DEFAULT_PLAN } from '../accounts/plans.ts'
import { createUsageLedger } from '../accounts/usage-ledger.ts'
import { createAudioLinks } from '../api/answers/audio-links.ts'
import { describeEvent } from '../api/answers/describe-event.ts'
import type { App } from '../api/app.ts'
import { createServiceMetrics } from '../api/metrics/service-metrics.ts'
import { createOperationsServer } from '../api/operations-server.ts'
import { createStreamShedder } from '../api/requests/shed-streams.ts'
import { createServer } from '../api/server.ts'
import type { Config } from '../config.ts'
import { createPreviewRenderer } from '../delivery/clips/render-preview.ts'
import { createLibraryCache } from '../delivery/planning/library-cache.ts'
import { createEventFeed } from '../jobs/events/event-feed.ts'
import { createStorageRetry } from '../jobs/storage-retry.ts'
import { type Resolve, resolveHost } from '../jobs/webhooks/public-address.ts'
import { deferRejection } from '../speaking/defer-rejection.ts'
import { wrapEngines } from '../speaking/wrap-engines.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { lockDataDirectory } from '../storage/embedded/data-directory-lock.ts'
import type { DiskCache } from '../storage/files/disk-cache.ts'
import { createFolderCache } from '../storage/files/folder-cache.ts'
import { openSpillFolder } from '../storage/files/spill-folder.ts'
import { countUnfinishedClips } from '../storage/records/clips.ts'
import { ensureSecret } from '../storage/records/secrets.ts'
import type { ClaimedDelivery } from '../storage/records/webhook-deliveries.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { createLog } from './create-log.ts'
import { openDataDirectory } from './data-directory.ts'
import { openBackends } from './open-backends.ts'
import { openLimits } from './open-limits.ts'
import { loadResources } from './resources/load-resources.ts'
import { setBootstrapKey } from './set-bootstrap-key.ts'
import { createWebhooks, startWebhooks } from './start-webhooks.ts'
import { startWork } from './start-work.ts'

/** What a process does: `api` answers requests, `worker` renders clips, `serve` does both. */
export type Role = 'serve' | 'api' | 'worker'

export type StartOptions = {
  readonly role?: Role
  readonly log?: Logger
  /** Epoch milliseconds. */
  readonly clock?: () => number
  /** Finds the addresses of webhooks. */
  readonly resolve?: Resolve
}

export type RunningService = {
  /** The address it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string
  readonly db: Database
  readonly blobs: BlobStore
  /** Lets the answers under way end, gives unfinished clips back, and frees everything. */
  close(): Promise<void>
}

/** Replacements that one request may use, unless a single library may hold more. As many stay compiled. */
const REPLACEMENTS_PER_REQUEST = 50_000
/** What an answer under way may still take when the service stops. */
const CLOSE_GRACE_MS = 10_000
const IDLE_SWEEP_MS = 50

/** Frees one thing that the service holds. */
type Closer = () => unknown

/**
 * Starts the API, the clip workers or both in this process, on a data directory that no other process uses. If the start
 * fails, nothing of it is left running.
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const closers: Closer[] = []
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  const { role = 'serve', clock = Date.now, log = createLog(config.logLevel), resolve = resolveHost } = options
  checkRole(role, config)
  try {
    const started = await openService(config, { role, clock, log, resolve }, (closer) => closers.push(closer))
    return { ...started, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens everything, one thing after another. `onClose` gets what frees each of them; they close in reverse order. */
async function openService(
  config: Config,
  { role, clock, log, resolve }: Required<StartOptions>,
  onClose: (closer: Closer) => void,
): Promise<Omit<RunningService, 'close'>> {
  await openDataDirectory(config.dataDirectory, log)
  const lock = lockDataDirectory(config.dataDirectory)
  onClose(() => lock.release())
  // Its threads start while the storage is opened.
  const loading = deferRejection(loadResources(config, (error) => log.error({ err: error }, (error as Error).message)))
  onClose(() => loading.then((loaded) => loaded.close()).catch(() => {}))
  const { db, blobs, queue, signals, close } = await openBackends(config, { clock, log })
  onClose(close)
  if (config.bootstrapKey !== undefined) {
    await setBootstrapKey(db, config.bootstrapKey, clock())
  }
  const loaded = await loading
  const segmentCache = createSegmentCache(config, log)
  onClose(() => segmentCache?.close())
  const spill = await openSpillFolder(join(config.dataDirectory, 'spill'), (error) =>
    log.warn({ err: error }, 'Cannot keep on disk what waits for slow readers: it stays in memory'),
  )
  const metrics = createServiceMetrics({
    countUnfinishedClips: () => countUnfinishedClips(db),
    threadLoad: loaded.threadLoad,
    segmentCache: segmentCache && (() => segmentCache.figures()),
  })
  onClose(() => metrics.close())
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
  const openedLimits = openLimits(config, {
    db,
    signals,
    clock,
    log,
    onSpend(characters, over, accountId) {
      metrics.charactersAccepted(characters, over)
      if (over > 0) log.info({ accountId, characters: over }, 'An account exceeds its characters of the month')
    },
  })
  const { close: closeLimits, ...limiting } = openedLimits
  onClose(closeLimits)
  const plans = createPlanBook(db, config)
  onClose(signals.on('rules', plans.forget))
  const defaultPlan = await plans.limitsOf(DEFAULT_PLAN)
  const keyUses = createKeyUses({
    db,
    clock,
    onError: (error) => log.error({ err: error }, 'Cannot note when keys were used'),
  })
  onClose(() => keyUses.close())
  const usage = createUsageLedger({
    db,
    clock,
    onError: (error) => log.error({ err: error }, 'Cannot write down the usage'),
  })
  onClose(() => usage.close())
  const retry = createStorageRetry({ log, onFailure: () => void segmentCache?.makeRoom() })
  const checkReadiness = createReadinessCheck({ db, blobs, retry, checkThreads: loaded.checkThreads })
  const operations = { metrics, checkReadiness }
  const events = createEventFeed(db, { onError: (error) => log.warn({ err: error }, 'Cannot read events') })
  onClose(() => events.close())
  const moderation = createModeration({
    db,
    settings: config.moderation,
    onError: (error) => log.warn({ err: error }, 'The moderation service fails'),
  })
  const stores = { db, blobs, queue, usage, moderation, libraryCache }
  const rules = { limits: config, doors: config, plans, defaultPlan, onKeyUsed: keyUses.note }
  const webhooks = createWebhooks(config, resolve)
  signals.on('clip-ended', () => {
    events.wake()
    webhooks.wake()
  })
  const services = {
    ...stores,
    ...limiting,
    ...operations,
    ...rules,
    shedder: createStreamShedder({ isFull: loaded.refusesStreams }),
    events,
    webhooks,
    resources,
    links,
    previews,
    clock,
  }
  const { allowedOrigins, trustedProxies } = config
  const app =
    role === 'worker'
      ? createOperationsServer(operations, { loggerInstance: log })
      : createServer(services, { loggerInstance: log, allowedOrigins, trustedProxies })
  onClose(() => closeServer(app))
  await listen(app, config)
  address = addressToCall(config.host, app.server.address() as AddressInfo)
  if (role !== 'api') {
    const onEnded = metrics.clipEnded
    const describe = ({ delivery, endpoint }: ClaimedDelivery) =>
      describeEvent({ ...delivery, createdAt: delivery.eventAt }, endpoint.accountId, services).then(JSON.stringify)
    const sending = startWebhooks({ ...webhooks, db, clock, log, describe })
    onClose(() => sending.stop())
    const work = startWork({ db, queue, blobs, plans, resources, retry, clock, log, onEnded }, config)
    onClose(() => work.stop())
  }
  return { url: address, db, blobs }
}

/** SQLite and files in the data directory belong to one process. */
function checkRole(role: Role, { databaseUrl, audioStore }: Config): void {
  if (role === 'serve' || (databaseUrl !== undefined && audioStore !== undefined)) return
  throw new Error(
    `Cannot run "declaim ${role}": set DATABASE_URL and AUDIO_STORE, which processes share, or run "declaim serve"`,
  )
}

const LISTEN_PROBLEMS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port; set PORT to a free one',
  EACCES: 'this user may not use this port; set PORT to one from 1024 up',
  EADDRNOTAVAIL: 'this machine does not have this address; set HOST to one that it has',
}

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const problem = LISTEN_PROBLEMS[(error as NodeJS.ErrnoException).code ?? '']
    if (problem === undefined) throw error
    throw new Error(`Cannot listen on ${host}:${port}: ${problem}`)
  }
}

/** Accepts no more requests, and lets the answers under way end for a while. */
async function closeServer(app: App): Promise<void> {
  const { server } = app
  const impatience = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  // A connection whose answer was under way stays open for further requests when the answer has ended.
  const sweeping = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS)
  await app.close()
  clearInterval(sweeping)
  clearTimeout(impatience)
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
