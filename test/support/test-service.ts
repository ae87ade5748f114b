import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DestinationStream } from 'pino'
import { createLog } from '../../src/commands/create-log.ts'
import { type RunningService, startService } from '../../src/commands/start-service.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Resolve } from '../../src/jobs/webhooks/public-address.ts'
import { setApiKey } from '../../src/storage/records/api-keys.ts'

/** Where the services of this run keep their state: SQLite and files, or PostgreSQL and S3. */
export const STORAGE = process.env.DISTRIBUTED_SERVERS === undefined ? 'embedded' : 'distributed'

export const TEST_KEY = 'test-key-of-the-default-account-of-tests'

/** Avatars of the tone engine: exact lengths, no time spent on sound. */
export const TONE_AVATARS = fileURLToPath(new URL('./tone-avatars.json', import.meta.url))

export type TestService = RunningService & {
  readonly dataDirectory: string
  readonly config: Config
  /** Calls a path below /v1/tts with the test key; a body is sent as JSON unless it is a string. */
  call(path: string, options?: CallOptions): Promise<Response>
  /** The parsed answer of a call that must succeed. */
  json<Body = Record<string, unknown>>(path: string, options?: CallOptions): Promise<Body>
  /** Waits until the clip has ended and returns it. */
  finished(clipId: string): Promise<{ id: string; status: string; url: string }>
}

export type CallOptions = {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** A service of its own on a free port and an empty data directory, with the tone engine, wide limits and no segment cache unless `settings` say otherwise. */
export async function startTestService(
  settings: Readonly<Record<string, string>> = {},
  clock?: () => number,
  logTo?: DestinationStream,
  resolve?: Resolve,
): Promise<TestService> {
  const dataDirectory = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'declaim-test-')))
  const config = readConfig({
    PORT: '0',
    METRICS_ADDRESS: 'off',
    DATA_DIR: dataDirectory,
    AVATARS_FILE: TONE_AVATARS,
    RENDER_THREADS: '2',
    SEGMENT_CACHE_MB: '0',
    REQUESTS_PER_SECOND: '100000',
    REQUEST_BURST: '100000',
    READS_PER_SECOND: '100000',
    READ_BURST: '100000',
    // Tests share their machine.
    MAX_EVENT_LOOP_DELAY_MS: '60000',
    WARM_UP_MS: '0',
    LOG_LEVEL: 'error',
    ...(await storageSettings(settings.DATA_DIR)),
    ...settings,
  })
  const log = createLog(config.logLevel, logTo)
  const service = await startService(config, { log, ...(clock && { clock }), ...(resolve && { resolve }) })
  await setApiKey(service.db, { key: TEST_KEY, name: 'test', now: 1 })
  const call: TestService['call'] = (path, options) => callService(service.url, path, options)
  return {
    ...service,
    dataDirectory,
    config,
    call,
    async json<Body>(path: string, options?: CallOptions): Promise<Body> {
      const response = await call(path, options)
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
      return (await response.json()) as Body
    },
    async finished(clipId) {
      for (;;) {
        const clip = (await (await call(`/clips/${clipId}`)).json()) as { id: string; status: string; url: string }
        if (clip.status !== 'PROCESSING') return clip
        await sleep(50)
      }
    },
    async close() {
      await service.close()
      if (settings.DATA_DIR === undefined) await rm(dataDirectory, { recursive: true })
    },
  }
}

/** Services on one data directory share their storage too. */
export async function storageSettings(dataDirectory: string | undefined): Promise<Readonly<Record<string, string>>> {
  const servers = process.env.DISTRIBUTED_SERVERS
  if (servers === undefined) return {}
  const { createDistributedStorage } = await import('./distributed-storage.ts')
  const settings = await createDistributedStorage(JSON.parse(servers), dataDirectory)
  // The client of S3 reads its credentials there.
  Object.assign(process.env, settings)
  return settings
}

function callService(
  url: string,
  path: string,
  { method, body, headers, signal }: CallOptions = {},
): Promise<Response> {
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return fetch(`${url}/v1/tts${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { 'x-api-key': TEST_KEY, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...content,
    ...(signal && { signal }),
  })
}
