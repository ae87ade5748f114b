import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { openRecords } from '../storage/open-storage.ts'
import { createApiKey, DEFAULT_ACCOUNT, listApiKeys, revokeApiKey } from '../storage/records/api-keys.ts'
import { makeDataDirectory } from './data-directory.ts'

export const KEYS_USAGE = `declaim keys create [--name NAME] [--account ACCOUNT]   make a key and print it
declaim keys list                                       every key, without the key itself
declaim keys revoke ID                                  make a key invalid, at once`

/** `declaim keys ...`: works while a server runs on the same data directory, and takes effect at once. */
export async function keys(args: readonly string[], config: Config, print: (line: string) => void): Promise<void> {
  const [action, ...rest] = args
  await makeDataDirectory(config.dataDirectory)
  const db = await openRecords(config, () => {})
  try {
    if (action === 'create') await create(rest, db, print)
    else if (action === 'list') await list(db, print)
    else if (action === 'revoke') await revoke(rest, db, print)
    else throw new Error(`Cannot run "declaim keys ${action ?? ''}". Known are:\n${KEYS_USAGE}`)
  } finally {
    await db.destroy()
  }
}

async function create(args: readonly string[], db: Database, print: (line: string) => void): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: { name: { type: 'string', default: 'unnamed' }, account: { type: 'string', default: DEFAULT_ACCOUNT } },
  })
  const { key, record } = await createApiKey(db, { ...values, now: Date.now() })
  print(`${key}\n\nKey ${record.id} of account "${values.account}". It is shown only now.`)
}

async function list(db: Database, print: (line: string) => void): Promise<void> {
  for (const { id, account, name, hint, createdAt, revokedAt } of await listApiKeys(db)) {
    const state = revokedAt === null ? 'valid' : `revoked ${toDay(revokedAt)}`
    print(`${id}  ...${hint}  ${account}  ${name}  made ${toDay(createdAt)}  ${state}`)
  }
}

async function revoke([id]: readonly string[], db: Database, print: (line: string) => void): Promise<void> {
  if (id === undefined) throw new Error('Cannot revoke a key without its id: "declaim keys list" shows the ids')
  if (!(await revokeApiKey(db, id, Date.now()))) throw new Error(`Cannot revoke key ${id}: no valid key has this id`)
  print(`Key ${id} is revoked.`)
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
