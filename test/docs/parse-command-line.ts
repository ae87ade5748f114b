import { createProgram } from '../../src/commands/create-program.ts'

type AnyCommand = {
  readonly commands: readonly AnyCommand[]
  action(act: () => void): unknown
  parse(args: readonly string[], options: { from: 'user' }): unknown
}

/** Parses a command line of `declaim` without running it. Throws if an argument is wrong. */
export function parseCommandLine(args: readonly string[]): void {
  const program = createProgram() as unknown as AnyCommand
  const disarm = (command: AnyCommand): void => {
    if (command.commands.length === 0) command.action(() => {})
    for (const one of command.commands) disarm(one)
  }
  for (const command of program.commands) disarm(command)
  program.parse(args, { from: 'user' })
}

// Stands in for `declaim` in examples that would change a machine.
if (process.argv[1] === import.meta.filename) parseCommandLine(process.argv.slice(2))
