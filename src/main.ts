import { keepFilesPrivate } from './commands/file-mask.ts'
import { runCommandLine } from './commands/run-command-line.ts'

// A reader such as `head` may close standard output early. The rest is not wanted then.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
keepFilesPrivate()
process.exitCode = await runCommandLine(process.argv.slice(2))
