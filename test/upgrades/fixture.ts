import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Addresses that nothing else uses: what a release stored names them, so they are the same whenever it is read. */
export const ADDRESSES = {
  speech: { host: '127.43.5.1', port: 18_761 },
  webhooks: { host: '127.43.5.2', port: 18_762 },
  /** Where nobody listened while the release ran. */
  lateWebhooks: { host: '127.43.5.3', port: 18_763 },
} as const

/** Where the links of the fixtures begin. */
export const PUBLIC_URL = 'http://speech.example'

/** A request that today's service has to answer as the release did. */
export type Probe = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the address of the service. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** What the answer contains, if it is JSON. Later releases may add fields. */
  readonly answer?: unknown
  /** Of the bytes of another answer. */
  readonly sha256?: string
}

export type WaitingClip = {
  readonly id: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Of what the release spoke for the same request, in PCM; missing if its voice did not answer. */
  readonly bytes?: number
  /** Missing if later releases may speak other samples. */
  readonly sha256?: string
}

export type Webhook = {
  readonly id: string
  readonly secret: string
  /** Of the messages that were not delivered yet. */
  readonly pending: readonly string[]
}

/** What a release left, and what has to be true of it after an upgrade. */
export type Left = {
  readonly release: string
  readonly commit: string
  /** Epoch milliseconds of its end. */
  readonly at: number
  readonly probes: readonly Probe[]
  readonly waiting: readonly WaitingClip[]
  readonly webhooks: { readonly reached: Webhook; readonly late: Webhook }
  /** Entries of the audit log. */
  readonly auditEntries: number
}

export type StorageKind = 'sqlite' | 'postgres'

const FIXTURES = fileURLToPath(new URL('fixtures', import.meta.url))

/** The archive of what a release left. It holds `left.json`, and `data` (SQLite) or `dump.sql` and `objects` (PostgreSQL and S3). */
export const fixturePath = (release: string, kind: StorageKind): string => join(FIXTURES, `${release}-${kind}.tar.gz`)

/** Unpacks a fixture into a new folder, which the caller removes. */
export async function openFixture(
  release: string,
  kind: StorageKind,
): Promise<{ readonly folder: string; readonly left: Left; readonly close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-upgrade-'))
  await run('tar', ['-xzf', fixturePath(release, kind), '-C', folder])
  const left = JSON.parse(await readFile(join(folder, 'left.json'), 'utf8')) as Left
  return { folder, left, close: () => rm(folder, { recursive: true }) }
}

const PSQL = ['--quiet', '--no-psqlrc', '--set=ON_ERROR_STOP=1', '--single-transaction']

/** Loads a dump in plain SQL into an empty database. */
export async function loadDump(databaseUrl: string, file: string): Promise<void> {
  await run('psql', [...PSQL, '-f', file, databaseUrl])
}

/** Sets back `clock_timestamp()` for all later connections to a database, so that old records have not expired yet. */
export async function setBackClock(databaseUrl: string, milliseconds: number): Promise<void> {
  const database = new URL(databaseUrl).pathname.slice(1)
  const statements = `
    create function public.clock_timestamp() returns timestamptz volatile language sql
      as $$ select pg_catalog.clock_timestamp() - interval '${milliseconds} milliseconds' $$;
    alter database "${database}" set search_path = public, pg_catalog;`
  await run('psql', [...PSQL, '-c', statements, databaseUrl])
}
