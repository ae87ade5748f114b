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
    await program.parseAsync(expandHelp(args, program), { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed what is wrong with the arguments.
    if (!(error instanceof CommanderError)) process.stderr.write(`${describeError(error)}\n`)
    return exitCodeOf(error)
  }
}

/**
 * Turns `help clips submit` into `clips submit --help`. Commander answers help for an unknown command, or for a command of a command,
 * with the help of the level above, and does not say why.
 */
function expandHelp([first, ...topics]: readonly string[], program: Pick<Command, 'commands'>): string[] {
  if (first !== 'help' || topics.length === 0 || topics.some((topic) => topic.startsWith('-')))
    return [first!, ...topics]
  let level = program
  for (const topic of topics) {
    const command = level.commands.find((one) => one.name() === topic)
    if (command === undefined)
      throw new CommandError(
        'usage',
        `Cannot show help for "${topics.join(' ')}": there is no such command; "declaim --help" lists them`,
      )
    level = command as Command
  }
  return [...topics, '--help']
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
