import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'
import { startS3 } from './s3-server.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { TEST_KEY } from './test-service.ts'

/** PostgreSQL, S3 and processes that share them, as on several machines. */
export type TestCluster = {
  readonly postgres: PostgresServer
  /** What the processes reach S3 through. */
  readonly proxy: FaultProxy
  start(command: 'api' | 'worker' | 'serve', settings?: Readonly<Record<string, string>>): Promise<ServerProcess>
  close(): Promise<void>
}

const BUCKET = 'declaim-cluster'

export async function startCluster(settings: Readonly<Record<string, string>>): Promise<TestCluster> {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  await s3.createBucket(BUCKET)
  const proxy = await startFaultProxy(s3.endpoint)
  const databaseUrl = await postgres.createDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'declaim-cluster-'))
  const shared = {
    DATABASE_URL: databaseUrl,
    AUDIO_STORE: `s3://${BUCKET}/audio`,
    ...s3.environment,
    AWS_ENDPOINT_URL_S3: proxy.url,
  }
  const processes: ServerProcess[] = []
  let folders = 0
  return {
    postgres,
    proxy,
    async start(command, own = {}) {
      const DATA_DIR = join(folder, String(folders++))
      const limits = { SEGMENT_CACHE_MB: '0', REQUESTS_PER_SECOND: '100000', REQUEST_BURST: '100000' }
      const environment = { ...shared, ...limits, DECLAIM_BOOTSTRAP_KEY: TEST_KEY, DATA_DIR, ...settings, ...own }
      const started = await startServerProcess(environment, command)
      processes.push(started)
      return started
    },
    async close() {
      await Promise.all(processes.map((one) => one.kill()))
      await proxy.close()
      await Promise.all([postgres.close(), s3.close()])
      await rm(folder, { recursive: true })
    },
  }
}
