import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pino, { type Logger } from 'pino'
import { createAudioLinks } from '../api/audio-links.ts'
import { createServer } from '../api/server.ts'
import type { Config } from '../config.ts'
import { createLibraryCache } from '../rendering/library-cache.ts'
import { loadResources } from '../rendering/load-resources.ts'
import { createPreviewRenderer } from '../rendering/render-preview.ts'
import { setApiKey } from '../storage/api-keys.ts'
import { recoverInterruptedClips } from '../storage/clips.ts'
import { lockDataDirectory } from '../storage/data-directory-lock.ts'
import { type Database, openDatabase } from '../storage/database.ts'
import { openFileBlobStore } from '../storage/file-blob-store.ts'
import { ensureSecret } from '../storage/secrets.ts'
import { removeExpired } from '../worker/remove-expired.ts'
import { type ClipWorker, runClipJobs } from '../worker/run-clip-jobs.ts'
import { createWakeUp } from '../worker/wake-up.ts'

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

/** Workers look for clips this often even if nobody calls them. */
const CLIP_POLL_MS = 5000
const EXPIRY_SWEEP_MS = 10 * 60_000
/** What an answer under way may still take when the service stops. */
const CLOSE_GRACE_MS = 10_000

/** The file of the database below the data directory. */
export function databasePath(dataDirectory: string): string {
  return join(dataDirectory, 'declaim.sqlite')
}

/** Starts the API and the clip workers in this process, on a data directory that no other server uses. */
export async function startService(config: Config, options: StartOptions = {}): Promise<RunningService> {
  const { clock = Date.now, log = pino({ level: config.logLevel }) } = options
  const { dataDirectory } = config
  await mkdir(dataDirectory, { recursive: true })
  const lock = lockDataDirectory(dataDirectory)
  const db = await openDatabase(databasePath(dataDirectory))
  if (config.bootstrapKey !== undefined) {
    await setApiKey(db, config.bootstrapKey, { name: 'bootstrap', now: clock() })
  }
  const recovered = await recoverInterruptedClips(db, clock())
  if (recovered > 0) log.info({ clips: recovered }, 'Clips of the last run wait again')

  const blobs = await openFileBlobStore(join(dataDirectory, 'audio'))
  const resources = await loadResources(config, (error) => log.error({ err: error }, (error as Error).message))
  const wakeUp = createWakeUp(CLIP_POLL_MS)
  let address = ''
  const links = createAudioLinks({
    publicUrl: () => config.publicUrl ?? address,
    secret: await ensureSecret(db, 'audio-links'),
  })
  const previews = createPreviewRenderer(resources, blobs)
  const libraryCache = createLibraryCache(db)
  const wakeWorkers = (): void => wakeUp.call()
  const app = createServer(
    { db, blobs, resources, links, previews, libraryCache, limits: config, clock, wakeWorkers },
    { loggerInstance: log },
  )
  await app.listen({ host: config.host, port: config.port })
  address = addressToCall(config.host, app.server.address() as AddressInfo)

  const stopping = new AbortController()
  const worker: ClipWorker = { db, blobs, resources, wakeUp, clock, log }
  const workers = Array.from({ length: config.renderThreads }, () => runClipJobs(worker, stopping.signal))
  const sweep = (): Promise<unknown> =>
    removeExpired({ db, blobs, lifetimeMs: config.clipLifetimeMs, now: clock() }).catch((error: unknown) =>
      log.error({ err: error }, 'Cannot remove expired clips'),
    )
  let sweeping = sweep()
  const sweeper = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, EXPIRY_SWEEP_MS)

  return {
    url: address,
    db,
    async close() {
      clearInterval(sweeper)
      const impatience = setTimeout(() => app.server.closeAllConnections(), CLOSE_GRACE_MS)
      await app.close()
      clearTimeout(impatience)
      stopping.abort(new Error('The service is stopping'))
      await Promise.all([...workers, sweeping])
      await resources.close()
      await db.destroy()
      lock.release()
    },
  }
}

/** A URL that reaches the server from this machine, also where it listens on all addresses. */
function addressToCall(host: string, { port }: AddressInfo): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
