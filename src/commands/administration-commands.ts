import type { Command } from '@commander-js/extra-typings'
import { readConfig } from '../config.ts'
import { parseAmount, parseCount, parseDate, parseDay, parseList } from './parse-options.ts'
import { printLine } from './print-line.ts'

/** Adds the commands about accounts, keys, plans, usage and the audit log. */
export function addAdministrationCommands(program: Command): void {
  program.commandsGroup('Administration:')
  addKeyCommands(program)
  addAccountCommands(program)
  addPlanCommands(program)
  addReportCommands(program)
}

function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('create, list, replace and revoke API keys')
  keys
    .command('create')
    .description('create a key and print it; it is shown only then')
    .option('--name <name>', 'what lists call it', 'unnamed')
    .option('--account <account>', 'the account it belongs to', 'default')
    .option('--scopes <list>', 'such as synthesize,clips:read; keys and admin must be named', parseList)
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
  const accounts = program.command('accounts').description('create, list, change, suspend and delete accounts')
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
    .description('every account, its plan and its state')
    .action(async () => {
      const { listAccountsCommand } = await import('./accounts.ts')
      await listAccountsCommand(readConfig(), printLine)
    })
  accounts
    .command('set-plan <account> <plan>')
    .description('give an account another plan')
    .action(async (account, plan) => {
      const { setAccountPlanCommand } = await import('./accounts.ts')
      await setAccountPlanCommand({ account, plan }, readConfig(), printLine)
    })
  for (const [name, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    accounts
      .command(`${name} <account>`)
      .description(name === 'suspend' ? 'refuse the keys of an account' : 'end the suspension of an account')
      .action(async (account) => {
        const { setAccountStatusCommand } = await import('./accounts.ts')
        await setAccountStatusCommand({ account, status }, readConfig(), printLine)
      })
  }
  accounts
    .command('terms <account>')
    .description('the terms that an account may say whatever other lists forbid, or may not say')
    .option('--allow <terms...>', 'let the account say these')
    .option('--deny <terms...>', 'forbid these')
    .option('--remove <terms...>', 'take these off both lists')
    .action(async (account, options) => {
      const { accountTermsCommand } = await import('./accounts.ts')
      await accountTermsCommand({ account, ...options }, readConfig(), printLine)
    })
  accounts
    .command('delete <account>')
    .description('end the keys of an account, and remove its clips and libraries')
    .action(async (account) => {
      const { deleteAccountCommand } = await import('./accounts.ts')
      await deleteAccountCommand(account, readConfig(), printLine)
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
}

function addReportCommands(program: Command): void {
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
  program
    .command('audit')
    .description('changes of accounts, keys, plans and libraries, newest first')
    .option('--account <name>', 'changes by or of an account')
    .option('--key <id>', 'changes by or of a key')
    .option('--action <action>', 'such as revokeKey')
    .option('--from <time>', 'first time, in UTC, such as 2026-03-14', parseDate)
    .option('--to <time>', 'end of the time, in UTC', parseDate)
    .option('--limit <number>', 'number of changes', parseCount, 100)
    .option('--json', 'print one JSON object a line')
    .action(async (options) => {
      const { audit } = await import('./audit.ts')
      await audit(options, readConfig(), printLine)
    })
}
