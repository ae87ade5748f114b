import type { Logger } from 'pino'
import { type Config, SettingsError } from '../config.ts'
import type { Resolve } from '../jobs/webhooks/public-address.ts'
import { deferRejection } from '../speaking/defer-rejection.ts'
import type { BlobStore } from '../storage/blob-store.ts'
import type { Database } from '../storage/database.ts'
import { lockDataDirectory } from '../storage/embedded/data-directory-lock.ts'
import { createLog } from './create-log.ts'
import { openDataDirectory } from './data-directory.ts'
import { loadResources } from './resources/load-resources.ts'

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
  /** The address of metrics and the details of readiness; undefined if it is off, or its default is taken. */
  readonly operationsUrl: string | undefined
  readonly db: Database
  readonly blobs: BlobStore
  /** Lets the answers under way end, gives unfinished clips back, and frees everything. */
  close(): Promise<void>
}

/**
 * Starts the API, the clip workers or both in this process, on a data directory that no other process uses. If the start
 * fails, nothing of it is left running.
 */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const closers: (() => unknown)[] = []
  const onClose = (closer: () => unknown): void => void closers.push(closer)
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  const { role = 'serve', clock = Date.now, log = createLog(config.logLevel), resolve } = options
  checkRole(role, config)
  for (const { name, meant } of config.misspelt)
    log.warn({ setting: name }, `${name} is no setting: did you mean ${meant}?`)
  try {
    if (config.tracing !== undefined) {
      const { openTracing } = await import('./open-tracing.ts')
      await openTracing(config.tracing, { role, log, onClose })
    }
    await openDataDirectory(config, log)
    const lock = lockDataDirectory(config.dataDirectory)
    onClose(() => lock.release())
    const { promise: areStarting, resolve: letOthersLoad } = Promise.withResolvers<void>()
    const onRefused = (error: unknown): void => log.error({ err: error }, (error as Error).message)
    const loading = deferRejection(loadResources(config, onRefused, letOthersLoad))
    onClose(() => loading.then((loaded) => loaded.close()).catch(() => {}))
    // Hundreds of modules are loaded while the threads start. Before that, they would delay them.
    await Promise.race([areStarting, loading]).catch(() => {})
    const { openService } = await import('./open-service.ts')
    const started = await openService(config, { role, clock, log, loading, onClose, ...(resolve && { resolve }) })
    return { ...started, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** SQLite and files in the data directory belong to one process. */
function checkRole(role: Role, { databaseUrl, audioStore }: Config): void {
  if (role === 'serve' || (databaseUrl !== undefined && audioStore !== undefined)) return
  throw new SettingsError(
    `Cannot run "declaim ${role}": set DATABASE_URL and AUDIO_STORE, which processes share, or run "declaim serve"`,
  )
}
