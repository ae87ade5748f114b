import { runCommandLine } from './commands/run-command-line.ts'

// Files of the data directory are for their owner alone.
process.umask(0o077)
process.exitCode = await runCommandLine(process.argv.slice(2))
