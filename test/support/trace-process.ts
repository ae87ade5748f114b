import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** System calls that send something, or that make, change or remove a file. */
const SENDS = ['connect', 'sendto', 'sendmsg', 'sendmmsg']
const OPENS = ['open', 'openat', 'openat2']
const CHANGES =
  'creat mkdir mkdirat mknod mknodat truncate rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat'.split(
    ' ',
  )
/** libuv has rings for events alone, and one that the kernel polls for work on files, which strace would not see. */
const FILE_RING = 'IORING_SETUP_SQPOLL'
const TRACED = [...SENDS, ...OPENS, ...CHANGES, 'io_uring_setup']

export type Trace = {
  /** Connections and messages to other machines or to a name server, and openings of the table of hosts, which precede a look-up. */
  readonly sent: readonly string[]
  /** Absolute paths of files and folders that were made, opened for writing, changed or removed. */
  readonly written: readonly string[]
  /** Ports on this machine to which something was sent. */
  readonly loopbackPorts: readonly number[]
}

export type TracedProcess = {
  readonly child: ChildProcess
  /** Lines of standard output. */
  readonly lines: AsyncIterable<string>
  /** Asks the process itself to stop. */
  stop(): Promise<void>
  /** What the process and its threads did, when it has ended. Throws if it failed. */
  ended(): Promise<Trace>
}

export type TraceOptions = {
  /** Path of the file that strace writes. */
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

/** Runs Node with these arguments in the root of the repository under strace. */
export function traceNode(args: readonly string[], { file, env }: TraceOptions): TracedProcess {
  const options = ['--follow-forks', '--seccomp-bpf', '--decode-fds=path', '--string-limit=1000', `--output=${file}`]
  const child = spawn('strace', [...options, `--trace=${TRACED.join(',')}`, process.execPath, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let problems = ''
  child.stderr.on('data', (data) => {
    problems += String(data)
  })
  const exited = once(child, 'exit')
  return {
    child,
    lines: createInterface({ input: child.stdout }),
    async stop() {
      // Each line begins with the process that made the call; a signal to strace itself would leave that process behind.
      process.kill(Number.parseInt(await readFile(file, 'utf8'), 10), 'SIGTERM')
      await exited
    },
    async ended() {
      const [code] = await exited
      if (code !== 0) throw new Error(`The traced process ended with ${code}: ${problems}`)
      return readTrace(await readFile(file, 'utf8'))
    },
  }
}

function readTrace(text: string): Trace {
  const calls = Array.from(text.matchAll(/^\d+ +(\w+)\((.*)$/gm), ([, name = '', args = '']) => ({ name, args }))
  const opened = calls.filter(({ name }) => OPENS.includes(name))
  const asked = opened.filter(({ args }) => args.includes('"/etc/hosts"')).map(({ args }) => args)
  const sending = calls.filter(({ name }) => SENDS.includes(name)).map(({ args }) => args)
  if (calls.some(({ name, args }) => name === 'io_uring_setup' && args.includes(FILE_RING)))
    throw new Error('Cannot trace the process: it works on files through a ring')
  const writing = [
    ...opened.filter(({ args }) => /O_WRONLY|O_RDWR|O_CREAT/.test(args)),
    ...calls.filter(({ name }) => CHANGES.includes(name)),
  ]
  return {
    sent: [...asked, ...sending.filter((args) => !staysHere(args))],
    written: [...new Set(writing.flatMap(({ args }) => pathsOf(args)))],
    loopbackPorts: sending.filter((args) => staysHere(args)).flatMap((args) => portOf(args) ?? []),
  }
}

/** Whether a call sends to this machine alone, and to no name server. Calls without an address follow a `connect`. */
function staysHere(args: string): boolean {
  const family = /sa_family=AF_(\w+)/.exec(args)?.[1]
  if (family !== 'INET' && family !== 'INET6') return true
  return /inet_addr\("127\.|"::1"|"::ffff:127\./.test(args) && portOf(args) !== 53
}

function portOf(args: string): number | undefined {
  const port = /sin6?_port=htons\((\d+)\)/.exec(args)?.[1]
  return port === undefined ? undefined : Number(port)
}

/** The paths among the arguments of a call. strace writes the folder that a relative one starts from before it, in angle brackets. */
function pathsOf(args: string): readonly string[] {
  const found = args.matchAll(/(?:<(?<folder>\/[^>]*)>, )?"(?<path>(?:[^"\\]|\\.)*)"/g)
  return Array.from(found, ({ groups = {} }) => {
    const { folder = ROOT, path = '' } = groups
    return isAbsolute(path) ? resolve(path) : join(folder, path)
  })
}
