import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WITHOUT_FSYNC } from './without-fsync.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Tests share their machine, so that its processes wait for one another, and they start many services. */
const QUICK_START = { PORT: '0', METRICS_ADDRESS: 'off', MAX_EVENT_LOOP_DELAY_MS: '60000', WARM_UP_MS: '0' }

/** Servers that a test has not stopped end with it. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** `declaim serve`, `api` or `worker` in a process of its own, as an operator runs it. */
export type ServerProcess = {
  readonly child: ChildProcess
  /** The address that it printed. */
  readonly url: string
  /** The address of its metrics, as it printed it. */
  readonly operationsUrl: string | undefined
  /** What it has printed so far, line by line. */
  readonly lines: readonly string[]
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Asks it to stop and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts a server with these settings on a free port, at a terminal if asked to, and waits until it says where it is. `root` is the folder
 * of another release.
 */
export async function startServerProcess(
  settings: Readonly<Record<string, string>>,
  command: 'serve' | 'api' | 'worker' = 'serve',
  { atTerminal = false, root = ROOT }: { readonly atTerminal?: boolean; readonly root?: string } = {},
): Promise<ServerProcess> {
  const program = [process.execPath, 'bin/declaim.mjs', command]
  // `script` runs a command at a terminal of its own, and writes what that shows to its standard output.
  const [name = '', ...args] = atTerminal ? ['script', '-qefc', `exec ${program.join(' ')}`, '/dev/null'] : program
  const child = spawn(name, args, {
    cwd: root,
    env: { PATH: process.env.PATH, ...QUICK_START, ...WITHOUT_FSYNC, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  running.add(child)
  child.once('exit', () => running.delete(child))
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (shown) => {
      // A terminal ends lines with a carriage return too.
      const line = shown.trimEnd()
      lines.push(line)
      const found = /^(?:Declaim|A Declaim worker) is at (http\S+?)(?:\/v1\/tts)?$/.exec(line)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${lines.join('\n')}`)))
  })
  return {
    child,
    url,
    operationsUrl: lines.map((line) => /^Metrics are at (http\S+)\/metrics$/.exec(line)?.[1]).find((found) => found),
    lines,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
  }
}
