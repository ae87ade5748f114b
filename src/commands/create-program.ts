import tab from '@bomb.sh/tab/commander'
import { Command } from '@commander-js/extra-typings'
import { addExamples } from './command-examples.ts'
import { useMaskOfUser } from './file-mask.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { printLine } from './print-line.ts'
import { readRelease } from './read-release.ts'
import { addRemoteCommands } from './remote/remote-commands.ts'

const AFTER_HELP = `
Exit codes are those of sysexits.h: 64 wrong arguments, 65 refused by the service, 66 no such file, 69 cannot be reached,
75 try again later, 77 not allowed, 78 wrong settings; 1 otherwise.
The settings of the service are environment variables: see docs/operations.md.`

/** The whole command line. Each command loads its code when it runs. */
export function createProgram(): Command {
  const program = new Command('declaim')
    .description('Text to speech on your own machines: the service, its administration, and a client for it')
    .version(readRelease(), '--version', 'print the version')
    .helpCommand('help [command...]', 'show how a command is used')
    .showHelpAfterError('(--help shows how it is used)')
    .addHelpText('after', AFTER_HELP)
    .exitOverride()
  addOperatorCommands(program)
  const own = program.commands.length
  addRemoteCommands(program)
  for (const command of program.commands.slice(own)) command.hook('preAction', useMaskOfUser)
  program
    .command('version')
    .description('print the version')
    .action(() => printLine(readRelease()))
  // Adds `declaim complete SHELL`, and what the scripts that it prints call.
  tab(program as never)
  program.commands
    .find((command) => command.name() === 'complete')
    ?.description('print a script that completes commands in a shell')
  addExamples(program)
  return program
}
