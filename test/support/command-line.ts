import { execFile } from 'node:child_process'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { runCommandLine } from '../../src/commands/run-command-line.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))

export type Outcome = { readonly code: number; readonly stdout: string; readonly stderr: string }

type CommandOptions = {
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
  /** What it reads from standard input. */
  readonly input?: string
}

/** Runs a command line as a user does. The start of a process takes longer than most commands: see `runCommand`. */
export async function spawnCommand(args: readonly string[], { env, folder, input = '' }: CommandOptions) {
  return await new Promise<Outcome>((resolve) => {
    const child = execFile(process.execPath, [PROGRAM, ...args], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    )
    child.stdin!.end(input)
  })
}

/**
 * Runs a command line in this process, with an environment, a working directory and standard streams of its own. One at a time. What
 * concerns the process, such as signals and the mask of files, needs `spawnCommand`.
 */
export async function runCommand(args: readonly string[], { env, folder, input = '' }: CommandOptions) {
  const [stdout, stderr] = [createSink(), createSink()]
  const [environment, directory] = [process.env, process.cwd()]
  const streams = (['stdin', 'stdout', 'stderr'] as const).map(
    (name) => [name, Object.getOwnPropertyDescriptor(process, name)!] as const,
  )
  const replace = (name: string, value: unknown) => Object.defineProperty(process, name, { value, configurable: true })
  process.env = { ...env }
  process.chdir(folder)
  replace('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)]))
  replace('stdout', stdout.stream)
  replace('stderr', stderr.stream)
  try {
    const code = await runCommandLine(args)
    return { code, stdout: stdout.read(), stderr: stderr.read() } satisfies Outcome
  } finally {
    for (const [name, descriptor] of streams) Object.defineProperty(process, name, descriptor)
    process.chdir(directory)
    process.env = environment
  }
}

/** A stream that keeps what is written. */
function createSink() {
  const parts: Buffer[] = []
  const stream = new Writable({
    write(part: Buffer, _encoding, done) {
      parts.push(part)
      done()
    },
  })
  return { stream, read: () => Buffer.concat(parts).toString() }
}
