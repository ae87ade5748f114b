import { type Command, Option } from '@commander-js/extra-typings'
import { CommandError } from '../exit-codes.ts'
import { parseAmount, parseCount, parseDate, parseDay, parseList } from '../parse-options.ts'
import { printLine } from '../print-line.ts'
import { jsonOption } from '../remote/remote-options.ts'
import type { Administration } from './administration.ts'
import type { PlaceOptions } from './open-administration.ts'

const remoteOption = () =>
  new Option('--remote', 'at the service that "login" kept, through its API').default(undefined)
const urlOption = () =>
  new Option('--url <url>', 'at another service; the key is DECLAIM_API_KEY, or the one that "login" kept')

const WHERE = `
Without --remote or --url it works on the data directory or database of this machine, also while the service runs.
At a service elsewhere it needs a key with the scope admin.`

/** Adds the commands about accounts, keys, plans, usage and the audit log. */
export function addAdministrationCommands(program: Command): void {
  program.commandsGroup('Administration, of this machine or of a service elsewhere:')
  addKeyCommands(program)
  addAccountCommands(program)
  addPlanCommands(program)
  addReportCommands(program)
}

/** What the options of a command choose. Storage and client are loaded only then. */
async function open(options: PlaceOptions): Promise<Administration> {
  const { openAdministration } = await import('./open-administration.ts')
  return await openAdministration(options)
}

/** A command that can administer a service elsewhere too. */
function addTo(parent: Command, usage: string, { examples = [] }: { readonly examples?: readonly string[] } = {}) {
  const shown = examples.length === 0 ? '' : `\nExamples:\n${examples.map((one) => `  ${one}`).join('\n')}\n`
  return parent.command(usage).addOption(remoteOption()).addOption(urlOption()).addHelpText('after', `${shown}${WHERE}`)
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('create, list, replace and revoke API keys')
  addTo(keys, 'create', {
    examples: [
      'declaim keys create --name "phone menu" --scopes synthesize --characters-per-month 200000',
      'declaim keys create --account support --expires 2027-01-31 --remote',
    ],
  })
    .description('create a key and print it; it is shown only then')
    .option('--name <name>', 'what lists call it', 'unnamed')
    .option('--account <account>', 'the account it belongs to', 'default')
    .option('--scopes <list>', 'such as synthesize,clips:read; keys and admin must be named', parseList)
    .option('--expires <date>', 'such as 2027-01-31', parseDate)
    .option('--addresses <list>', 'IP addresses or ranges that may use it', parseList)
    .option('--characters-per-month <number>', 'what it may have spoken in a month', parseCount)
    .addOption(jsonOption())
    .action(async (options) => {
      const { createKeyCommand } = await import('./keys.ts')
      await createKeyCommand(options, await open(options), printLine)
    })
  addTo(keys, 'list', { examples: ['declaim keys list --remote --json'] })
    .description('every key, without the key itself')
    .addOption(jsonOption())
    .action(async (options) => {
      const { listKeysCommand } = await import('./keys.ts')
      await listKeysCommand(options, await open(options), printLine)
    })
  addTo(keys, 'rotate', { examples: ['declaim keys rotate 7d1c2a53-8c14-4f5e-9a3e-0c8f0c5b7c11 --overlap-hours 1'] })
    .argument('<id>')
    .description('replace a key; the old one stays valid for a while')
    .option('--overlap-hours <hours>', 'how long the old key stays valid', parseAmount, 24)
    .addOption(jsonOption())
    .action(async (id, options) => {
      const { rotateKeyCommand } = await import('./keys.ts')
      await rotateKeyCommand({ id, ...options }, await open(options), printLine)
    })
  addTo(keys, 'revoke')
    .argument('<id>')
    .description('make a key invalid, at once')
    .addOption(jsonOption())
    .action(async (id, { json, ...place }) => {
      const { revokeKeyCommand } = await import('./keys.ts')
      await revokeKeyCommand({ id, json }, await open(place), printLine)
    })
}

function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('create, list, change, suspend and delete accounts')
  addTo(accounts, 'create', { examples: ['declaim accounts create support --plan large'] })
    .argument('<name>')
    .description('create an account, or change its plan')
    .option('--plan <plan>', 'its plan')
    .addOption(jsonOption())
    .action(async (name, options) => {
      const { createAccountCommand } = await import('./accounts.ts')
      await createAccountCommand({ name, plan: options.plan, json: options.json }, await open(options), printLine)
    })
  addTo(accounts, 'list', { examples: ['declaim accounts list --url https://speech.example.com'] })
    .description('every account, its plan and its state')
    .addOption(jsonOption())
    .action(async (options) => {
      const { listAccountsCommand } = await import('./accounts.ts')
      await listAccountsCommand(options, await open(options), printLine)
    })
  addTo(accounts, 'set-plan')
    .arguments('<account> <plan>')
    .description('give an account another plan')
    .addOption(jsonOption())
    .action(async (account, plan, options) => {
      const { setAccountPlanCommand } = await import('./accounts.ts')
      await setAccountPlanCommand({ account, plan, json: options.json }, await open(options), printLine)
    })
  for (const [name, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    addTo(accounts, name)
      .argument('<account>')
      .description(name === 'suspend' ? 'refuse the keys of an account' : 'end the suspension of an account')
      .addOption(jsonOption())
      .action(async (account, options) => {
        const { setAccountStatusCommand } = await import('./accounts.ts')
        await setAccountStatusCommand({ account, status, json: options.json }, await open(options), printLine)
      })
  }
  addTo(accounts, 'terms', { examples: ['declaim accounts terms support --deny "road runner" tunnel --remove Acme'] })
    .argument('<account>')
    .description('the terms that an account may say whatever other lists forbid, or may not say')
    .option('--allow <terms...>', 'let the account say these')
    .option('--deny <terms...>', 'forbid these')
    .option('--remove <terms...>', 'take these off both lists')
    .addOption(jsonOption())
    .action(async (account, options) => {
      const { accountTermsCommand } = await import('./accounts.ts')
      await accountTermsCommand({ account, ...options }, await open(options), printLine)
    })
  addTo(accounts, 'delete')
    .argument('<account>')
    .description('end the keys of an account, and remove its clips and libraries')
    .addOption(jsonOption())
    .action(async (account, options) => {
      const { deleteAccountCommand } = await import('./accounts.ts')
      await deleteAccountCommand({ account, json: options.json }, await open(options), printLine)
    })
}

function addPlanCommands(program: Command): void {
  const plans = program.command('plans').description('the limits that accounts have')
  addTo(plans, 'list')
    .description('every plan and its limits')
    .addOption(jsonOption())
    .action(async (options) => {
      const { listPlansCommand } = await import('./plans.ts')
      await listPlansCommand(options, await open(options), printLine)
    })
  addTo(plans, 'set', {
    examples: ['declaim plans set large charactersPerText=5000 requestsPerSecond=none monthEnd=soft'],
  })
    .arguments('<name> <limits...>')
    .description('create or change a plan: LIMIT=VALUE ...; "none" removes a limit')
    .addOption(jsonOption())
    .action(async (name, settings, { json, ...place }) => {
      const { setPlanCommand } = await import('./plans.ts')
      await setPlanCommand({ name, settings, json }, await open(place), printLine)
    })
  addTo(plans, 'remove')
    .argument('<name>')
    .description('delete a plan that no account has')
    .addOption(jsonOption())
    .action(async (name, { json, ...place }) => {
      const { removePlanCommand } = await import('./plans.ts')
      await removePlanCommand({ name, json }, await open(place), printLine)
    })
}

function addReportCommands(program: Command): void {
  const today = new Date().toISOString().slice(0, 10)
  addTo(program, 'usage', {
    examples: ['declaim usage --account support --from 2026-03-01 --to 2026-03-31 > march.csv'],
  })
    .description('usage by day, endpoint, key and avatar, as CSV')
    .option('--account <name>', 'the account', 'default')
    .option('--from <day>', 'first day, in UTC', parseDay, `${today.slice(0, 7)}-01`)
    .option('--to <day>', 'last day, in UTC', parseDay, today)
    .addOption(jsonOption())
    .action(async ({ account, from, to, json, ...place }) => {
      if (from > to) throw new CommandError('usage', `Cannot use --from ${from}: it is after --to ${to}`)
      const { usage } = await import('./usage.ts')
      await usage({ account, from, to, json }, await open(place), printLine)
    })
  addTo(program, 'audit', { examples: ['declaim audit --action revokeKey --from 2026-03-14'] })
    .description('changes of accounts, keys, plans and libraries, newest first')
    .option('--account <name>', 'changes by or of an account')
    .option('--key <id>', 'changes by or of a key')
    .option('--action <action>', 'such as revokeKey')
    .option('--from <time>', 'first time, in UTC, such as 2026-03-14', parseDate)
    .option('--to <time>', 'end of the time, in UTC', parseDate)
    .option('--limit <number>', 'number of changes', parseCount, 100)
    .option('--json', 'print one JSON object a line')
    .action(async ({ url, remote, ...options }) => {
      const { audit } = await import('./audit.ts')
      await audit(options, await open({ url, remote }), printLine)
    })
}
