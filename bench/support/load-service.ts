import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../test/support/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '../../test/support/server-process.ts'
import { startCluster } from '../../test/support/test-cluster.ts'
import { TEST_KEY } from '../../test/support/test-service.ts'

export type StorageKind = 'embedded' | 'distributed'

/** A service under load whose processes can be killed. */
export type LoadService = {
  readonly url: string
  readonly key: string
  /** Kills a process as a power cut would, and starts another in its place. */
  kill(): Promise<void>
  /** Those that run now. */
  processes(): readonly ServerProcess[]
  close(): Promise<void>
}

/** Enough for any load, and everything else as it comes. */
const SETTINGS = {
  REQUESTS_PER_SECOND: '1000000',
  REQUEST_BURST: '1000000',
  READS_PER_SECOND: '1000000',
  READ_BURST: '1000000',
  SEGMENT_CACHE_MB: '0',
  LOG_LEVEL: 'fatal',
  METRICS_ADDRESS: '127.0.0.1:0',
  MAX_EVENT_LOOP_DELAY_MS: '500',
  WARM_UP_MS: '',
  MAX_TEXT_LENGTH: '10000',
  WORKER_TIMEOUT_SECONDS: '15',
}

export async function startLoadService(kind: StorageKind): Promise<LoadService> {
  return kind === 'embedded' ? await startEmbedded() : await startDistributed()
}

async function startEmbedded(): Promise<LoadService> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-load-'))
  const port = await findFreePort()
  const start = () =>
    startServerProcess({ ...SETTINGS, DATA_DIR: folder, PORT: String(port), DECLAIM_BOOTSTRAP_KEY: TEST_KEY })
  let server = await start()
  return {
    url: `http://127.0.0.1:${port}`,
    key: TEST_KEY,
    async kill() {
      await server.kill()
      server = await start()
    },
    processes: () => [server],
    async close() {
      await server.stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** One API node, which callers reach at one address, and two workers, of which one is killed. */
async function startDistributed(): Promise<LoadService> {
  const cluster = await startCluster({ ...SETTINGS, RENDER_THREADS: '1' })
  const api = await cluster.start('api')
  const workers = [await cluster.start('worker'), await cluster.start('worker')]
  return {
    url: api.url,
    key: TEST_KEY,
    async kill() {
      await workers.shift()!.kill()
      workers.push(await cluster.start('worker'))
    },
    processes: () => [api, ...workers],
    close: () => cluster.close(),
  }
}
