import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { addAdministrationCommands } from './administration/administration-commands.ts'
import { addBackupCommands } from './backup/backup-commands.ts'
import { printLine } from './print-line.ts'
import { jsonOption } from './remote/remote-options.ts'

/** Adds the commands that run the service and work on its data directory or database. */
export function addOperatorCommands(program: Command): void {
  addServiceCommands(program)
  addBackupCommands(program)
  addAdministrationCommands(program)
  addVoiceCommands(program)
}

const ROLES = {
  serve: 'run the service: the API and the clip workers',
  api: 'run the API alone; needs DATABASE_URL and AUDIO_STORE',
  worker: 'run clip workers alone; needs DATABASE_URL and AUDIO_STORE',
} as const

function addServiceCommands(program: Command): void {
  program.commandsGroup('The service:')
  for (const role of ['serve', 'api', 'worker'] as const) {
    program
      .command(role)
      .description(ROLES[role])
      .action(async () => {
        const { serve } = await import('./serve.ts')
        await serve(readConfig(), printLine, role)
      })
  }
  program
    .command('migrate')
    .description('migrate the database to this release, as every start does')
    .addOption(jsonOption())
    .action(async (options) => {
      const { migrateDatabase } = await import('./migrate.ts')
      await migrateDatabase(options, readConfig(), printLine)
    })
  program
    .command('doctor')
    .description('check the installation, and say how to repair what is wrong')
    .addOption(jsonOption())
    .action(async ({ json }) => {
      const { runDoctor } = await import('./doctor/run-doctor.ts')
      await runDoctor({ json: json === true })
    })
  for (const [name, description] of [
    ['sign-in', 'print a link that signs a browser in to the Studio'],
    ['sign-out', 'end every Studio session of the account'],
  ] as const) {
    program
      .command(name)
      .description(description)
      .option('--account <name>', 'account; by default "default"')
      .addOption(jsonOption())
      .action(async (options) => {
        const { signIn, signOut } = await import('./sign-in.ts')
        await (name === 'sign-in' ? signIn : signOut)(options, readConfig(), printLine)
      })
  }
}

function addVoiceCommands(program: Command): void {
  const voices = program.command('voices').description('manage voice packages')
  voices
    .command('list')
    .description('list the voice packages')
    .addOption(jsonOption())
    .action(async (options) => {
      const { listVoices } = await import('./voices.ts')
      await listVoices(options, readConfig(), printLine)
    })
  voices
    .command('check [name]')
    .description('load voice packages as the service does, and speak a word')
    .addOption(jsonOption())
    .action(async (name, { json }) => {
      const { checkVoices } = await import('./voices.ts')
      await checkVoices({ name, json }, readConfig(), printLine)
    })
  voices
    .command('add <source>')
    .description('check a voice package and install it: a folder, the URL of a manifest, or a Piper or Kokoro download')
    .option('--sha256 <sum>', 'checksum that the manifest must have')
    .option('--licence <name>', 'licence of a Piper or Kokoro download, which names none')
    .addOption(jsonOption())
    .action(async (source, options) => {
      const { addVoice } = await import('./voices.ts')
      await addVoice({ source, ...options }, readConfig(), printLine)
    })
  voices
    .command('remove <name>')
    .description('remove a voice package')
    .addOption(jsonOption())
    .action(async (name, { json }) => {
      const { removeVoice } = await import('./voices.ts')
      await removeVoice({ name, json }, readConfig(), printLine)
    })
}
