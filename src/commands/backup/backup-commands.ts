import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../../config.ts'
import { parseCount } from '../parse-options.ts'
import { printLine } from '../print-line.ts'
import { jsonOption } from '../remote/remote-options.ts'

/** Adds the commands that copy a service, fill one from a copy, and check either. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <folder>')
    .description('copy the records and the audio into a new folder, while the service runs')
    .option(
      '--keep <count>',
      'make a dated backup within the folder, verify it, and remove all but the newest so many',
      parseCount,
    )
    .addOption(jsonOption())
    .action(async (folder, { keep, json }) => {
      if (keep === undefined) {
        const { createBackup } = await import('./create-backup.ts')
        return await createBackup({ folder, json }, readConfig(), printLine)
      }
      const { keepBackups } = await import('./keep-backups.ts')
      await keepBackups({ folder, keep, json }, readConfig(), printLine)
    })
  program
    .command('restore <folder>')
    .description('fill an empty data directory or database from a backup')
    .addOption(jsonOption())
    .action(async (folder, { json }) => {
      const { restoreBackup } = await import('./restore-backup.ts')
      await restoreBackup({ folder, json }, readConfig(), printLine)
    })
  program
    .command('verify [folder]')
    .description('check the database and the audio of every clip while the service runs, or a backup')
    .addOption(jsonOption())
    .action(async (folder, { json }) => {
      const { verify } = await import('./verify.ts')
      await verify({ folder, json }, readConfig(), printLine)
    })
}
