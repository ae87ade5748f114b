import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { TEST_KEY } from './test-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NOBODY = '65534'
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--no-new-privs']

/** A server that can write to its data directory and to nothing else. */
export type ConfinedServer = {
  readonly url: string
  readonly key: string
  /** What it has printed and logged so far. */
  readonly output: () => string
  /** Asks it to stop and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Makes every file system read-only for one process but for a folder, as a container does, and gives the process no rights.
 * A source tree that others cannot read is served as root, still read-only.
 */
function confine(folder: string, command: readonly string[]): readonly string[] {
  const isReadable = spawnSync(AS_NOBODY[0]!, [...AS_NOBODY.slice(1), 'test', '-r', `${ROOT}src/main.ts`]).status === 0
  const script = `
    mount --make-rprivate /
    mount --bind "$0" "$0"
    while read -r _ place _; do
      case "$place" in "$0"|/proc*|/sys*|/dev*) ;; *) mount -o remount,bind,ro "$place" || true ;; esac
    done < /proc/self/mounts
    exec "$@"`
  const user = isReadable ? AS_NOBODY : []
  return ['unshare', '--mount', 'bash', '-c', script, folder, ...user, ...command]
}

/** Returns whether a confined process can write to `path`. */
export function canWrite(path: string, folder: string): boolean {
  const [command = '', ...args] = confine(folder, ['touch', path])
  return spawnSync(command, args).status === 0
}

/** Starts `declaim serve` on an empty folder that anyone can write to. */
export async function startConfinedServer(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<ConfinedServer> {
  const [command = '', ...args] = confine(folder, [process.execPath, 'bin/declaim.mjs', 'serve'])
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    METRICS_ADDRESS: 'off',
    DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    DATA_DIR: `${folder}/data`,
    ...settings,
  }
  const child: ChildProcess = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const exited = once(child, 'exit')
  let output = ''
  const found = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        output += `${line}\n`
        const url = /^Declaim is at (http\S+?)\/v1\/tts$/.exec(line)?.[1]
        if (url !== undefined) resolve(url)
      })
    }
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
  const url = await found
  return {
    url,
    key: TEST_KEY,
    output: () => output,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}
