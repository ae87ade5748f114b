/**
 * Makes the fixtures: has releases of this repository's history fill a data directory, and PostgreSQL and S3, and packs what they leave.
 *   npx node test/upgrades/make-fixtures.ts 0.5.0 0.10.0 0.15.0
 * Needs the npm registry, the history of the repository, and what the tests need.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { startPostgres } from '../support/postgres-server.ts'
import { startS3 } from '../support/s3-server.ts'
import { startServerProcess } from '../support/server-process.ts'
import { startSpeechServer } from '../support/speech-server.ts'
import { TEST_KEY } from '../support/test-service.ts'
import { installUpstreamVoice, UPSTREAM_SETTINGS } from '../support/upstream-voice.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { fillRelease, REFUSED, SILENT } from './fill-release.ts'
import { ADDRESSES, fixturePath, type Left, PUBLIC_URL, type StorageKind } from './fixture.ts'
import { RELEASES, unpackRelease } from './releases.ts'

const run = promisify(execFile)
const BUCKET = 'declaim'
const SETTINGS = {
  ...UPSTREAM_SETTINGS,
  DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
  PUBLIC_URL,
  RENDER_THREADS: '1',
  CLIP_RETRIES: '0',
  WEBHOOK_PRIVATE_ADDRESSES: 'allow',
  SEGMENT_CACHE_MB: '0',
  REQUESTS_PER_SECOND: '1000',
  REQUEST_BURST: '1000',
  READS_PER_SECOND: '1000',
  READ_BURST: '1000',
  LOG_LEVEL: 'error',
}

type Storage = {
  readonly settings: Readonly<Record<string, string>>
  /** Puts what is stored into a folder. */
  keep(folder: string): Promise<void>
  close(): Promise<void>
}

async function openStorage(kind: StorageKind, dataDirectory: string): Promise<Storage> {
  if (kind === 'sqlite')
    return {
      settings: {},
      keep: (folder) => cp(dataDirectory, join(folder, 'data'), { recursive: true }),
      close: async () => {},
    }
  const [postgres, s3] = await Promise.all([startPostgres(), startS3()])
  await s3.createBucket(BUCKET)
  const url = await postgres.createDatabase()
  const client = new S3Client({
    endpoint: s3.endpoint,
    forcePathStyle: true,
    region: 'us-east-1',
    credentials: {
      accessKeyId: s3.environment.AWS_ACCESS_KEY_ID!,
      secretAccessKey: s3.environment.AWS_SECRET_ACCESS_KEY!,
    },
  })
  return {
    settings: { DATABASE_URL: url, AUDIO_STORE: `s3://${BUCKET}/audio`, ...s3.environment },
    async keep(folder) {
      const { stdout } = await run('pg_dump', ['--no-owner', '--no-privileges', url], { maxBuffer: 1 << 28 })
      await writeFile(join(folder, 'dump.sql'), stdout)
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET }))
      for (const { Key } of Contents) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: BUCKET, Key }))
        const path = join(folder, 'objects', Key!)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, await Body!.transformToByteArray())
      }
    },
    async close() {
      client.destroy()
      await Promise.all([postgres.close(), s3.close()])
    },
  }
}

async function makeFixture(release: string, kind: StorageKind, root: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-fixture-'))
  const dataDirectory = join(folder, 'running')
  const storage = await openStorage(kind, dataDirectory)
  const receiver = await startWebhookReceiver(ADDRESSES.webhooks)
  const speech = await startSpeechServer({
    ...ADDRESSES.speech,
    onInput(input, response, speak) {
      if (input.includes(REFUSED)) response.writeHead(400).end('{}')
      else if (!input.includes(SILENT)) speak()
    },
  })
  installUpstreamVoice(dataDirectory, speech)
  const settings = { ...SETTINGS, ...storage.settings, DATA_DIR: dataDirectory }
  const service = await startServerProcess(settings, 'serve', { root })
  const { url } = service
  const env = { PATH: process.env.PATH, ...settings }
  const declaim = async (...args: readonly string[]) =>
    (await run(process.execPath, ['bin/declaim.mjs', ...args], { cwd: root, env })).stdout
  const filled = await fillRelease({ url, declaim }, receiver)
  await service.kill()
  const left: Left = { release, commit: RELEASES[release]!, at: Date.now(), ...filled }
  const kept = join(folder, 'kept')
  await mkdir(kept)
  await storage.keep(kept)
  await writeFile(join(kept, 'left.json'), JSON.stringify(left, undefined, 1))
  const path = fixturePath(release, kind)
  await mkdir(dirname(path), { recursive: true })
  await run('tar', ['-C', kept, '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-czf', path, '.'], {
    env: { ...process.env, GZIP: '-9' },
  })
  await Promise.all([storage.close(), receiver.close(), speech.close()])
  await rm(folder, { recursive: true })
  process.stdout.write(`${path}: ${(await stat(path)).size} bytes, ${left.probes.length} probes\n`)
}

for (const release of process.argv.slice(2)) {
  const root = await mkdtemp(join(tmpdir(), `declaim-${release}-`))
  await unpackRelease(release, root)
  const install = spawn('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: root })
  while (install.exitCode === null) await sleep(100)
  for (const kind of ['sqlite', 'postgres'] as const) await makeFixture(release, kind, root)
  await rm(root, { recursive: true })
}
