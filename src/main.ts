import { readFileSync } from 'node:fs'
import { ACCOUNTS_USAGE, accounts } from './commands/accounts.ts'
import { AUDIT_USAGE, audit } from './commands/audit.ts'
import { KEYS_USAGE, keys } from './commands/keys.ts'
import { migrateDatabase } from './commands/migrate.ts'
import { PLANS_USAGE, plans } from './commands/plans.ts'
import { serve } from './commands/serve.ts'
import { SIGN_IN_USAGE, signIn, signOut } from './commands/sign-in.ts'
import { USAGE_USAGE, usage } from './commands/usage.ts'
import { VOICES_USAGE, voices } from './commands/voices.ts'
import { readConfig } from './config.ts'

const USAGE = `declaim serve                                           run the service: the API and the clip workers
declaim api                                             run the API alone; needs DATABASE_URL and AUDIO_STORE
declaim worker                                          run clip workers alone; needs the same
declaim migrate                                         bring the database up to date, as every start does
${SIGN_IN_USAGE}
${KEYS_USAGE}
${ACCOUNTS_USAGE}
${PLANS_USAGE}
${USAGE_USAGE}
${AUDIT_USAGE}
${VOICES_USAGE}
declaim version

Settings are environment variables; docs/operations.md lists them.`

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function main([command, ...args]: readonly string[]): Promise<void> {
  if (command === 'serve' || command === 'api' || command === 'worker') await serve(readConfig(), print, command)
  else if (command === 'migrate') await migrateDatabase(readConfig(), print)
  else if (command === 'sign-in') await signIn(args, readConfig(), print)
  else if (command === 'sign-out') await signOut(args, readConfig(), print)
  else if (command === 'keys') await keys(args, readConfig(), print)
  else if (command === 'accounts') await accounts(args, readConfig(), print)
  else if (command === 'plans') await plans(args, readConfig(), print)
  else if (command === 'audit') await audit(args, readConfig(), print)
  else if (command === 'usage') await usage(args, readConfig(), print)
  else if (command === 'voices') await voices(args, readConfig(), print)
  else if (command === 'version' || command === '--version') print(readVersion())
  else if (command === undefined || command === 'help' || command === '--help') print(USAGE)
  else throw new Error(`Cannot run "declaim ${command}". Known are:\n${USAGE}`)
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

// Files of the data directory are for their owner alone.
process.umask(0o077)
try {
  await main(process.argv.slice(2))
} catch (error) {
  const { message, cause } = error as Error
  process.stderr.write(`${message}${cause instanceof Error ? `\n  because: ${cause.message}` : ''}\n`)
  process.exitCode = 1
}
