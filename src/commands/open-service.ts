import type { Logger } from 'pino'
import { createOidcProvider } from '../accounts/oidc-provider.ts'
import { createAudioLinks } from '../api/answers/audio-links.ts'
import { describeEvent } from '../api/answers/describe-event.ts'
import type { App } from '../api/app.ts'
import type { CreateMcpServer } from '../api/doors/mcp/open-mcp-door.ts'
import { createProbeServer } from '../api/operations-server.ts'
import { createStreamShedder } from '../api/requests/shed-streams.ts'
import { createServer } from '../api/server.ts'
import type { Services } from '../api/services.ts'
import type { Config } from '../config.ts'
import { createPreviewRenderer } from '../delivery/clips/render-preview.ts'
import { createLibraryCache } from '../delivery/planning/library-cache.ts'
import { createProjectScripts } from '../delivery/projects/project-scripts.ts'
import type { Resources } from '../delivery/resources.ts'
import { warmUp } from '../delivery/streams/warm-up.ts'
import { createEventFeed, createProjectFeed, type EventFeed, type ProjectFeed } from '../jobs/events/event-feed.ts'
import { createStorageRetry, type StorageRetry } from '../jobs/storage-retry.ts'
import { createWakeUp } from '../jobs/wake-up.ts'
import { type Resolve, resolveHost } from '../jobs/webhooks/public-address.ts'
import { Gate } from '../speaking/scheduling/gate.ts'
import type { Database } from '../storage/database.ts'
import { ensureSecret } from '../storage/records/secrets.ts'
import type { ClaimedDelivery } from '../storage/records/webhook-deliveries.ts'
import type { Signals } from '../storage/signals.ts'
import { createReadinessCheck } from './check-readiness.ts'
import { listenOn } from './listen-on.ts'
import { openAccounts } from './open-accounts.ts'
import { openBackends } from './open-backends.ts'
import { openOperations } from './open-operations.ts'
import { type OnClose, openSpeaking } from './open-speaking.ts'
import type { LoadedResources } from './resources/load-resources.ts'
import type { LoadedVoices } from './resources/load-voices.ts'
import { setBootstrapKey } from './set-bootstrap-key.ts'
import type { Role, RunningService } from './start-service.ts'
import { createWebhooks, startWebhooks, type Webhooks } from './start-webhooks.ts'
import { startWork } from './start-work.ts'

/** Combinations of a process that are opened at once, until their first audio is there. */
const COMBINED_AT_ONCE = 8
/** Replacements that one request may use, unless a single library may hold more. As many stay compiled. */
const REPLACEMENTS_PER_REQUEST = 50_000
/** What an answer under way may still take when the service stops. */
const CLOSE_GRACE_MS = 10_000
const IDLE_SWEEP_MS = 50
/** Exports are noticed after this time at most whose signal was lost. */
const EXPORT_POLL_MS = 1000
/** While one is spoken, another is encoded. */
const STREAMS_PER_THREAD = 2

export type OpenServiceOptions = {
  readonly role: Role
  readonly clock: () => number
  readonly log: Logger
  /** Finds the addresses of webhooks. */
  readonly resolve?: Resolve
  /** The voices and the data, which are loaded while the storage is opened. */
  readonly loading: Promise<LoadedResources>
  readonly onClose: OnClose
}

/** Opens everything else, one thing after another. `onClose` gets what frees each of them; they close in reverse order. */
export async function openService(
  config: Config,
  { role, clock, log, resolve = resolveHost, loading, onClose }: OpenServiceOptions,
): Promise<Omit<RunningService, 'close'>> {
  const { db, blobs, queue, signals, watch, close } = await openBackends(config, { clock, log })
  onClose(close)
  if (config.bootstrapKey !== undefined) await setBootstrapKey(db, config.bootstrapKey, clock())
  const loaded = await loading
  const { resources, metrics, makeRoom } = await openSpeaking(config, { loaded, db, log, clock, onClose })
  watch.onCall = metrics.storageAnswered
  const accounts = await openAccounts(config, { db, signals, metrics, clock, log, onClose })
  const retry = createStorageRetry({ log, onFailure: makeRoom })
  const secret = await ensureSecret(db, 'audio-links')
  let address = ''
  const services = {
    ...accounts,
    ...openNotices(config, { db, signals, log, resolve, onClose }),
    db,
    blobs,
    queue,
    clock,
    resources,
    metrics,
    checkReadiness: createReadinessCheck({ db, blobs, retry, checkThreads: loaded.checkThreads }),
    limits: config,
    forgetRules: () => signals.emit('rules'),
    shedder: createStreamShedder({ isFull: loaded.refusesStreams }),
    combinations: new Gate({ places: COMBINED_AT_ONCE, patienceMs: config.combinePatienceMs }),
    doors: config,
    oidc: config.oidc && createOidcProvider(config.oidc),
    links: createAudioLinks({
      publicUrl: () => config.publicUrl ?? address,
      secret,
      clock,
      presign: config.s3Links === 'presigned' ? blobs.presign : undefined,
    }),
    scripts: createProjectScripts({ db, policy: resources.contentPolicy, clock }),
    previews: createPreviewRenderer(resources, blobs),
    libraryCache: createLibraryCache(db, {
      maxReplacements: Math.max(REPLACEMENTS_PER_REQUEST, config.maxReplacements),
    }),
  }
  const operationsUrl = await openOperations(config, { services, log, onClose })
  const app = createApp(role, services, { config, log })
  onClose(() => closeServer(app))
  if (role !== 'worker') await warmUpStreams(config, loaded)
  address = await listenOn(app, config, { host: 'HOST', port: 'PORT' })
  if (role !== 'api') startJobs(config, { services, signals, retry, log, onClose })
  return { url: address, operationsUrl, db, blobs }
}

/** What runs for the first time is slow; the first callers should not notice. */
async function warmUpStreams(
  { warmUpMs: ms, renderThreads }: Config,
  loaded: Resources & Pick<LoadedVoices, 'localVoices'>,
): Promise<void> {
  const [voice] = loaded.localVoices
  if (voice !== undefined && ms > 0) await warmUp(loaded, { voice, streams: STREAMS_PER_THREAD * renderThreads, ms })
}

type Notices = { readonly events: EventFeed; readonly projects: ProjectFeed; readonly webhooks: Webhooks }

/** Event streams and webhooks, which report finished clips and changed projects to callers. */
function openNotices(config: Config, { db, signals, log, resolve, onClose }: NoticeOptions): Notices {
  const events = createEventFeed(db, {
    onError: (error) => log.warn({ err: error }, 'Cannot read new events: event streams are late'),
  })
  const projects = createProjectFeed(db, {
    onError: (error) => log.warn({ err: error }, 'Cannot read the revisions of projects: their followers are late'),
  })
  onClose(() => events.close())
  onClose(() => projects.close())
  const webhooks = createWebhooks(config, resolve)
  signals.on('clip-ended', () => {
    events.wake()
    webhooks.wake()
  })
  signals.on('project-changed', () => projects.wake())
  return { events, projects, webhooks }
}

type NoticeOptions = {
  readonly db: Database
  readonly signals: Signals
  readonly log: Logger
  readonly resolve: Resolve
  readonly onClose: OnClose
}

type AppOptions = { readonly config: Config; readonly log: Logger }

/** The first message loads the tools, because most services never get one. */
const createMcpServer: CreateMcpServer = async (caller) => {
  const tools = await import('./remote/mcp/create-mcp-server.ts')
  return tools.createMcpServer(caller)
}

/** A worker only says whether it can work. */
function createApp(role: Role, services: Services, { config, log }: AppOptions): App {
  if (role === 'worker') return createProbeServer(services, { loggerInstance: log })
  const { allowedOrigins, trustedProxies } = config
  return createServer(services, { loggerInstance: log, allowedOrigins, trustedProxies, createMcpServer })
}

type JobOptions = {
  readonly services: Services & Notices
  readonly signals: Signals
  readonly retry: StorageRetry
  readonly log: Logger
  readonly onClose: OnClose
}

/** Delivers webhooks, renders clips, writes the files of exports, and removes what has expired. */
function startJobs(config: Config, { services, signals, retry, log, onClose }: JobOptions): void {
  const { db, clock, webhooks, metrics } = services
  const describe = ({ delivery, endpoint }: ClaimedDelivery) =>
    describeEvent({ ...delivery, createdAt: delivery.eventAt }, endpoint.accountId, services).then(JSON.stringify)
  const onAttempt = metrics.webhookAttempted
  const sending = startWebhooks({ ...webhooks, db, clock, log, describe, onAttempt }, metrics.webhookHostsPaused)
  onClose(() => sending.stop())
  const wakeUp = createWakeUp(EXPORT_POLL_MS)
  // The last paragraph of an export has ended, or an export came that has nothing to render.
  for (const topic of ['clip-ended', 'clips-waiting'] as const) onClose(signals.on(topic, () => wakeUp.call()))
  const work = startWork(
    { ...services, retry, log, wakeUp, onEnded: metrics.clipEnded, onExportEnded: metrics.exportEnded },
    config,
  )
  onClose(() => work.stop())
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
