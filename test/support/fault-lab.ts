import { existsSync } from 'node:fs'
import { type ClipJudge, createClipJudge, type Reference } from './judge-clips.ts'
import type { S3Server } from './s3-server.ts'
import type { ServerProcess } from './server-process.ts'
import { startCluster, type TestCluster } from './test-cluster.ts'
import { TONE_AVATARS } from './test-service.ts'

/** A cluster of two API nodes and two workers, whose clips are judged. */
export type FaultLab = ClipJudge & {
  readonly cluster: TestCluster
  readonly apis: ServerProcess[]
  readonly workers: ServerProcess[]
  close(): Promise<void>
}

export type FaultLabOptions = {
  /** A service with a storage of its own, which speaks the same texts for comparison. */
  readonly reference: Reference
  /** Settings of the second API node and the second worker. */
  readonly otherSettings?: Readonly<Record<string, string>>
  /** An S3 server to share; by default the lab starts its own. */
  readonly s3?: Omit<S3Server, 'close'>
}

export async function openFaultLab({ reference, otherSettings = {}, s3 }: FaultLabOptions): Promise<FaultLab> {
  const settings = {
    AVATARS_FILE: TONE_AVATARS,
    READS_PER_SECOND: '100000',
    READ_BURST: '100000',
    RENDER_THREADS: '1',
    WORKER_TIMEOUT_SECONDS: '15',
    S3_IDLE_SECONDS: '2',
    LOG_LEVEL: 'silent',
  }
  const cluster = await startCluster(settings, s3)
  const started = await Promise.all([
    cluster.start('api'),
    cluster.start('api', otherSettings),
    cluster.start('worker'),
    cluster.start('worker', otherSettings),
  ])
  const apis = started.slice(0, 2)
  const workers = started.slice(2)
  return { cluster, apis, workers, ...createClipJudge({ apis, reference }), close: () => cluster.close() }
}

const FAKE_TIME = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu']
  .map((folder) => `${folder}/faketime/libfaketimeMT.so.1`)
  .find(existsSync)

/** Settings of a process whose clock is ahead; undefined without the Debian package faketime. */
export function clockAhead(offset: string): Readonly<Record<string, string>> | undefined {
  if (FAKE_TIME === undefined) return undefined
  return { LD_PRELOAD: FAKE_TIME, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' }
}
