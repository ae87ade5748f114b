import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClipJudge, createClipJudge } from './judge-clips.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { startCluster, type TestCluster } from './test-cluster.ts'
import { TEST_KEY, TONE_AVATARS } from './test-service.ts'

/** A cluster of two API nodes and two workers, whose clips are judged. */
export type FaultLab = ClipJudge & {
  readonly cluster: TestCluster
  readonly apis: ServerProcess[]
  readonly workers: ServerProcess[]
  close(): Promise<void>
}

export type FaultLabOptions = {
  readonly settings?: Readonly<Record<string, string>>
  /** Settings of the second API node and the second worker. */
  readonly otherSettings?: Readonly<Record<string, string>>
}

const SPEAKING = { AVATARS_FILE: TONE_AVATARS, READS_PER_SECOND: '100000', READ_BURST: '100000' }

export async function openFaultLab({ settings = {}, otherSettings = {} }: FaultLabOptions = {}): Promise<FaultLab> {
  const speaking = SPEAKING
  const cluster = await startCluster({
    ...speaking,
    RENDER_THREADS: '1',
    WORKER_TIMEOUT_SECONDS: '15',
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const [reference, ...started] = await Promise.all([
    startReference(speaking),
    cluster.start('api'),
    cluster.start('api', otherSettings),
    cluster.start('worker'),
    cluster.start('worker', otherSettings),
  ])
  const apis = started.slice(0, 2)
  const workers = started.slice(2)
  return {
    cluster,
    apis,
    workers,
    ...createClipJudge({ apis, reference }),
    async close() {
      await reference.kill()
      await cluster.close()
    },
  }
}

/** A service on its own storage. It speaks the same texts at once, without clips. */
export async function startReference(speaking: Readonly<Record<string, string>> = SPEAKING): Promise<ServerProcess> {
  const limits = { SEGMENT_CACHE_MB: '0', REQUESTS_PER_SECOND: '100000', REQUEST_BURST: '100000', LOG_LEVEL: 'silent' }
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'declaim-reference-'))
  const server = await startServerProcess({ ...speaking, ...limits, DATA_DIR, DECLAIM_BOOTSTRAP_KEY: TEST_KEY })
  return {
    ...server,
    async kill() {
      await server.kill()
      await rm(DATA_DIR, { recursive: true })
    },
  }
}

const FAKE_TIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

/** Settings of a process whose clock is ahead; undefined without the Debian package faketime. */
export function clockAhead(offset: string): Readonly<Record<string, string>> | undefined {
  if (FAKE_TIME === undefined) return undefined
  return { LD_PRELOAD: FAKE_TIME, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
