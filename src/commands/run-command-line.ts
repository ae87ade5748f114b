import { CommanderError } from '@commander-js/extra-typings'
import { createProgram } from './create-program.ts'
import { exitCodeOf } from './exit-codes.ts'

/** Runs one command line and returns its exit code. Errors are printed as sentences on standard error. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  const program = createProgram()
  if (args.length === 0) {
    program.outputHelp()
    return 0
  }
  try {
    await program.parseAsync([...args], { from: 'user' })
    return 0
  } catch (error) {
    // Commander has printed what is wrong with the arguments.
    if (!(error instanceof CommanderError)) process.stderr.write(`${describeError(error)}\n`)
    return exitCodeOf(error)
  }
}

function describeError(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error ? `${message}\n  because: ${cause.message}` : message
}
