import { type Command, Option } from '@commander-js/extra-typings'
import { CommandError } from '../exit-codes.ts'
import { parseAmount, parseCount, parseDate, parseDay, parseList, parsePosition } from '../parse-options.ts'
import { printLine } from '../print-line.ts'
import { jsonOption } from '../remote/remote-options.ts'
import type { Administration } from './administration.ts'
import type { PlaceOptions } from './open-administration.ts'

const remoteOption = () =>
  new Option('--remote', 'administer the service of "login" through its API').default(undefined)
const urlOption = () =>
  new Option('--url <url>', 'administer the service at this address; the key is DECLAIM_API_KEY or that of "login"')

const WHERE = `
Without --remote or --url, the command works on the data directory or database of this machine, even while the service runs.
With them, it needs a key with the scope admin.`

const WHERE_USAGE = `
Without --account, usage is that of the account called "default" on this machine, or that of the key's own account at a service elsewhere,
which needs only the scope usage. If this machine has no service, the one of "login" is asked.`

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
function addTo(parent: Command, usage: string) {
  return parent.command(usage).addOption(remoteOption()).addOption(urlOption()).addHelpText('after', WHERE)
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('create, list, replace and revoke API keys')
  addTo(keys, 'create')
    .description('create a key and print it; it is shown only then')
    .option('--name <name>', 'name of the key in lists', 'unnamed')
    .option('--account <account>', 'the account it belongs to', 'default')
    .option('--scopes <list>', 'scopes such as synthesize,clips:read; by default all except keys and admin', parseList)
    .option('--expires <date>', 'day on which it ends, such as 2027-01-31', parseDate)
    .option('--addresses <list>', 'IP addresses or ranges that may use it', parseList)
    .option('--characters-per-month <number>', 'characters that it may have spoken in a month', parseCount)
    .addOption(jsonOption())
    .action(async (options) => {
      const { createKeyCommand } = await import('./keys.ts')
      await createKeyCommand(options, await open(options), printLine)
    })
  addTo(keys, 'list')
    .description('list the keys, without their secrets')
    .addOption(jsonOption())
    .action(async (options) => {
      const { listKeysCommand } = await import('./keys.ts')
      await listKeysCommand(options, await open(options), printLine)
    })
  addTo(keys, 'rotate')
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
    .description('invalidate a key at once')
    .addOption(jsonOption())
    .action(async (id, { json, ...place }) => {
      const { revokeKeyCommand } = await import('./keys.ts')
      await revokeKeyCommand({ id, json }, await open(place), printLine)
    })
}

function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('create, list, change, suspend and delete accounts')
  addTo(accounts, 'create')
    .argument('<name>')
    .description('create an account, or change its plan')
    .option('--plan <plan>', 'its plan')
    .addOption(jsonOption())
    .action(async (name, options) => {
      const { createAccountCommand } = await import('./accounts.ts')
      await createAccountCommand({ name, plan: options.plan, json: options.json }, await open(options), printLine)
    })
  addTo(accounts, 'list')
    .description('list the accounts, their plans and states')
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
  addTo(accounts, 'terms')
    .argument('<account>')
    .description('list or change the terms that an account may or may not say, whatever other lists forbid')
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
  addTo(plans, 'set')
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
  addTo(program, 'usage')
    .description('usage by day, endpoint, key and avatar, as CSV')
    .option('--account <name>', 'the account')
    .option('--from <day>', 'first day, in UTC', parseDay, `${today.slice(0, 7)}-01`)
    .option('--to <day>', 'last day, in UTC', parseDay, today)
    .addOption(jsonOption())
    .addHelpText('after', WHERE_USAGE)
    .action(async ({ account, from, to, json, ...place }) => {
      if (from > to) throw new CommandError('usage', `Cannot use --from ${from}: it is after --to ${to}`)
      const { usage } = await import('./usage.ts')
      await usage({ account, from, to, json }, await open({ ...place, orLogin: true }), printLine)
    })
  addTo(program, 'audit')
    .description('changes of accounts, keys, plans and libraries, newest first')
    .option('--account <name>', 'changes by or of an account')
    .option('--key <id>', 'changes by or of a key')
    .option('--action <action>', 'such as revokeKey')
    .option('--from <time>', 'first time, in UTC, such as 2026-03-14', parseDate)
    .option('--to <time>', 'end of the time, in UTC', parseDate)
    .option('--limit <number>', 'number of changes', parseCount, 100)
    .option('--json', 'print one JSON object a line')
    .option('--follow', 'go on with new entries as JSON lines, for a log collector')
    .option('--after <position>', 'only entries after this one, oldest first', parsePosition)
    .action(async ({ url, remote, follow, ...options }) => {
      const { audit, checkAuditAction, followAudit, untilStopped } = await import('./audit.ts')
      if (options.action !== undefined) await checkAuditAction(options.action)
      const administration = await open({ url, remote })
      if (follow === true) await followAudit(options, administration, { print: printLine, signal: untilStopped() })
      else await audit(options, administration, printLine)
    })
}
