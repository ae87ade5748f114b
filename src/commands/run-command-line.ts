import { type Command, CommanderError } from '@commander-js/extra-typings'
import { DeclaimConnectionError } from '../../client/src/declaim.ts'
import { createProgram } from './create-program.ts'
import { CommandError, exitCodeOf } from './exit-codes.ts'

/** Runs one command line and returns its exit code. Errors are printed as sentences on standard error. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = createProgram()
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    checkHelpTopic(args, program)
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed what is wrong with the arguments.
    if (!(error instanceof CommanderError)) process.stderr.write(`${describeError(error)}\n`)
    return exitCodeOf(error)
  }
}

/** Commander answers help for an unknown command with the help of the program, and does not say why. */
function checkHelpTopic([first, topic]: readonly string[], program: Pick<Command, 'commands'>): void {
  if (first !== 'help' || topic === undefined || topic.startsWith('-')) return
  if (program.commands.some((command) => command.name() === topic)) return
  throw new CommandError(
    'usage',
    `Cannot show help for "${topic}": there is no such command; "declaim --help" lists them`,
  )
}

function describeError(error: unknown): string {
  const { message } = error as Error
  const advice = error instanceof DeclaimConnectionError ? ': check the address, and that the service runs' : ''
  const cause = rootCauseOf(error)
  return cause === undefined ? `${message}${advice}` : `${message}${advice}\n  because: ${cause}`
}

/** The message of the innermost cause of an error; the outer ones, such as "fetch failed", say less. */
function rootCauseOf(error: unknown): string | undefined {
  let { cause } = error as Error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  if (!(cause instanceof Error)) return undefined
  // Several addresses that all failed have no message of their own.
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name
}
