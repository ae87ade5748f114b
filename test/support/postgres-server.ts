import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findFreePort } from './find-free-port.ts'

const run = promisify(execFile)

/** A PostgreSQL server of its own on a loopback port. */
export type PostgresServer = {
  /** Creates an empty database and returns its URL. */
  createDatabase(): Promise<string>
  /** Ends the server at once, as a crash would. */
  crash(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** Stops all of its processes where they are: connections stay open, and nothing is answered. */
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

/** Servers that a test has not stopped end with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGQUIT')
})

/** Starts a server on an empty data directory. PostgreSQL refuses to run as root, so root starts it as `postgres`. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
  if (bin === undefined) throw new Error('Cannot start PostgreSQL: install the Debian package postgresql')
  const identity = await findIdentity()
  const folder = await mkdtemp(join(tmpdir(), 'declaim-postgres-'))
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!)
  const data = join(folder, 'data')
  const initOptions = ['--auth=trust', '--username=postgres', '--no-sync', '--encoding=UTF8', '--locale=C']
  await run(join(bin, 'initdb'), ['-D', data, ...initOptions], { ...identity, cwd: folder })
  const port = await findFreePort()
  const urlOf = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`
  let child: ChildProcess
  let databases = 0

  async function start(): Promise<void> {
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      fsync: 'off',
      max_connections: 400,
    }
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    child = spawn(join(bin!, 'postgres'), ['-D', data, ...flags], { ...identity, cwd: folder, stdio: 'ignore' })
    running.add(child)
    child.once('exit', () => running.delete(child))
    for (;;) {
      const ready = await query(urlOf('postgres'), 'select 1').catch(() => undefined)
      if (ready !== undefined) return
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
      await sleep(50)
    }
  }
  async function crash(): Promise<void> {
    const exited = once(child, 'exit')
    child.kill('SIGQUIT')
    await exited
  }

  /** The first process comes first, so that it starts no other meanwhile. */
  async function signal(name: NodeJS.Signals): Promise<void> {
    child.kill(name)
    const { stdout } = await run('pgrep', ['-P', String(child.pid)])
    for (const pid of stdout.trim().split('\n')) {
      try {
        process.kill(Number(pid), name)
      } catch (error) {
        // A process of the server may have ended since.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }

  await start()
  return {
    async createDatabase() {
      const name = `test_${databases++}`
      await query(urlOf('postgres'), `create database ${name}`)
      return urlOf(name)
    },
    crash,
    start,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    async close() {
      await crash()
      await rm(folder, { recursive: true })
    },
  }
}

/** URL of another database on the same server. */
export function databaseOn(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function query(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function findIdentity(): Promise<{ readonly uid?: number; readonly gid?: number }> {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  )
  return { uid: uid!, gid: gid! }
}
