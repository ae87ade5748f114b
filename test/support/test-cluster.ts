import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { type S3Server, startS3 } from './s3-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { TEST_KEY } from './test-service.ts'

/** PostgreSQL, S3 and processes that share them, as on several machines. */
export type TestCluster = {
  readonly postgres: PostgresServer
  /** Of the database that the processes share. */
  readonly databaseUrl: string
  /** What the processes reach S3 through. */
  readonly proxy: FaultProxy
  /** Starts a process, of the release in another folder if one is given. */
  start(
    command: 'api' | 'worker' | 'serve',
    settings?: Readonly<Record<string, string>>,
    root?: string,
  ): Promise<ServerProcess>
  close(): Promise<void>
}

/** Starts a cluster without processes. Its S3 server is its own unless it is given one, on which it has its own bucket. */
export async function startCluster(
  settings: Readonly<Record<string, string>>,
  sharedS3?: Omit<S3Server, 'close'>,
): Promise<TestCluster> {
  const [postgres, ownS3] = await Promise.all([startPostgres(), sharedS3 === undefined ? startS3() : undefined])
  const s3 = sharedS3 ?? ownS3!
  const bucket = `cluster-${randomUUID()}`
  await s3.createBucket(bucket)
  const proxy = await startFaultProxy(s3.endpoint)
  const databaseUrl = await postgres.createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'declaim-cluster-'))
  const shared = {
    DATABASE_URL: databaseUrl,
    AUDIO_STORE: `s3://${bucket}/audio`,
    ...s3.environment,
    AWS_ENDPOINT_URL_S3: proxy.url,
    METRICS_ADDRESS: '127.0.0.1:0',
  }
  const processes: ServerProcess[] = []
  let folders = 0
  return {
    postgres,
    databaseUrl,
    proxy,
    async start(command, own = {}, root) {
      const DATA_DIR = join(folder, String(folders++))
      const limits = { SEGMENT_CACHE_MB: '0', REQUESTS_PER_SECOND: '100000', REQUEST_BURST: '100000' }
      const environment = { ...shared, ...limits, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, DATA_DIR, ...settings, ...own }
      const started = await startServerProcess(environment, command, { ...(root !== undefined && { root }) })
      processes.push(started)
      return started
    },
    async close() {
      await Promise.all(processes.map((one) => one.kill()))
      await proxy.close()
      await Promise.all([postgres.close(), ownS3?.close()])
      await rm(folder, { recursive: true })
    },
  }
}
