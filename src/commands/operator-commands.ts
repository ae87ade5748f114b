import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { addBackupCommands } from './backup/backup-commands.ts'
import { parseAmount, parseCount, parseDate, parseDay, parseList } from './parse-options.ts'
import { printLine } from './print-line.ts'

/** Adds the commands that run the service and work on its data directory or database. */
export function addOperatorCommands(program: Command): void {
  addServiceCommands(program)
  addBackupCommands(program)
  addKeyCommands(program)
  addAccountCommands(program)
  addPlanCommands(program)
  addVoiceCommands(program)
}

const ROLES = {
  serve: 'run the service: the API and the clip workers',
  api: 'run the API alone; needs DATABASE_URL and AUDIO_STORE',
  worker: 'run clip workers alone; needs the same',
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
    .description('bring the database up to date, as every start does')
    .action(async () => {
      const { migrateDatabase } = await import('./migrate.ts')
      await migrateDatabase(readConfig(), printLine)
    })
  program
    .command('doctor')
    .description('check the installation and say what to do about what is wrong')
    .option('--json', 'print JSON')
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
      .option('--account <name>', 'the account; the default one if left out')
      .action(async (options) => {
        const { signIn, signOut } = await import('./sign-in.ts')
        await (name === 'sign-in' ? signIn : signOut)(options, readConfig(), printLine)
      })
  }
}

function addKeyCommands(program: Command): void {
  program.commandsGroup('Administration:')
  const keys = program.command('keys').description('create, list, replace and revoke API keys')
  keys
    .command('create')
    .description('create a key and print it; it is shown only then')
    .option('--name <name>', 'what lists call it', 'unnamed')
    .option('--account <account>', 'the account it belongs to', 'default')
    .option('--scopes <list>', 'such as synthesize,clips:read; admin must be named', parseList)
    .option('--expires <date>', 'such as 2027-01-31', parseDate)
    .option('--addresses <list>', 'IP addresses or ranges that may use it', parseList)
    .option('--characters-per-month <number>', 'what it may have spoken in a month', parseCount)
    .action(async (options) => {
      const { createKeyCommand } = await import('./keys.ts')
      await createKeyCommand(options, readConfig(), printLine)
    })
  keys
    .command('list')
    .description('every key, without the key itself')
    .action(async () => {
      const { listKeysCommand } = await import('./keys.ts')
      await listKeysCommand(readConfig(), printLine)
    })
  keys
    .command('rotate <id>')
    .description('replace a key; the old one stays valid for a while')
    .option('--overlap-hours <hours>', 'how long the old key stays valid', parseAmount, 24)
    .action(async (id, { overlapHours }) => {
      const { rotateKeyCommand } = await import('./keys.ts')
      await rotateKeyCommand({ id, overlapHours }, readConfig(), printLine)
    })
  keys
    .command('revoke <id>')
    .description('make a key invalid, at once')
    .action(async (id) => {
      const { revokeKeyCommand } = await import('./keys.ts')
      await revokeKeyCommand(id, readConfig(), printLine)
    })
}

function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('create and list accounts')
  accounts
    .command('create <name>')
    .description('create an account, or change its plan')
    .option('--plan <plan>', 'its plan')
    .action(async (name, options) => {
      const { createAccountCommand } = await import('./accounts.ts')
      await createAccountCommand({ name, ...options }, readConfig(), printLine)
    })
  accounts
    .command('list')
    .description('every account and its plan')
    .action(async () => {
      const { listAccountsCommand } = await import('./accounts.ts')
      await listAccountsCommand(readConfig(), printLine)
    })
}

function addPlanCommands(program: Command): void {
  const plans = program.command('plans').description('the limits that accounts have')
  plans
    .command('list')
    .description('every plan and its limits')
    .action(async () => {
      const { listPlansCommand } = await import('./plans.ts')
      await listPlansCommand(readConfig(), printLine)
    })
  plans
    .command('set <name> <limits...>')
    .description('create or change a plan: LIMIT=VALUE ...; "none" removes a limit')
    .action(async (name, limits) => {
      const { setPlanCommand } = await import('./plans.ts')
      await setPlanCommand(name, limits, readConfig(), printLine)
    })
  plans
    .command('remove <name>')
    .description('delete a plan that no account has')
    .action(async (name) => {
      const { removePlanCommand } = await import('./plans.ts')
      await removePlanCommand(name, readConfig(), printLine)
    })
  const today = new Date().toISOString().slice(0, 10)
  program
    .command('usage')
    .description('usage by day, endpoint, key and avatar, as CSV')
    .option('--account <name>', 'the account', 'default')
    .option('--from <day>', 'first day, in UTC', parseDay, `${today.slice(0, 7)}-01`)
    .option('--to <day>', 'last day, in UTC', parseDay, today)
    .action(async (options) => {
      const { usage } = await import('./usage.ts')
      await usage(options, readConfig(), printLine)
    })
}

function addVoiceCommands(program: Command): void {
  const voices = program.command('voices').description('manage voice packages')
  voices
    .command('list')
    .description('every voice package')
    .action(async () => {
      const { listVoices } = await import('./voices.ts')
      await listVoices(readConfig(), printLine)
    })
  voices
    .command('check [name]')
    .description('load packages as the service does, and say a word')
    .action(async (name) => {
      const { checkVoices } = await import('./voices.ts')
      await checkVoices(name, readConfig(), printLine)
    })
  voices
    .command('add <source>')
    .description('check a package and keep it: a folder, or the URL of a manifest; it may replace one')
    .option('--sha256 <sum>', 'what the manifest must have')
    .action(async (source, options) => {
      const { addVoice } = await import('./voices.ts')
      await addVoice({ source, ...options }, readConfig(), printLine)
    })
  voices
    .command('remove <name>')
    .description('forget a package')
    .action(async (name) => {
      const { removeVoice } = await import('./voices.ts')
      await removeVoice(name, readConfig(), printLine)
    })
}
