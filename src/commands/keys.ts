import { parseArgs } from 'node:util'
import type { CreatedKey } from '../accounts/create-key.ts'
import { revokeKey, rotateKey, stateOfKey } from '../accounts/management/manage-keys.ts'
import type { Config } from '../config.ts'
import type { Database } from '../storage/database.ts'
import { DEFAULT_ACCOUNT, findAccountById } from '../storage/records/accounts.ts'
import { type ApiKey, listApiKeys } from '../storage/records/api-keys.ts'
import { byOperator } from './by-operator.ts'
import { createOperatorKey } from './create-operator-key.ts'
import { withDatabase } from './with-database.ts'

export const KEYS_USAGE = `declaim keys create [--name NAME] [--account ACCOUNT]   create a key and print it; more options:
    --scopes LIST            such as synthesize,clips:read; keys and admin must be named
    --expires DATE           such as 2027-01-31
    --addresses LIST         IP addresses or ranges that may use it
    --characters-per-month N
declaim keys list                                       every key, without the key itself
declaim keys rotate ID [--overlap-hours N]              replace a key; the old one stays valid for 24 hours or N
declaim keys revoke ID                                  make a key invalid, at once`

type Print = (line: string) => void

const HOUR_MS = 3_600_000

/** `declaim keys ...`: works while a server runs on the same data directory, and takes effect at once. */
export async function keys(args: readonly string[], config: Config, print: Print): Promise<void> {
  const [action, ...rest] = args
  await withDatabase(config, async (db) => {
    if (action === 'create') await create(rest, db, print)
    else if (action === 'list') await list(db, print)
    else if (action === 'rotate') await rotate(rest, db, print)
    else if (action === 'revoke') await revoke(rest, db, print)
    else throw new Error(`Cannot run "declaim keys ${action ?? ''}". Known are:\n${KEYS_USAGE}`)
  })
}

async function create(args: readonly string[], db: Database, print: Print): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      name: { type: 'string', default: 'unnamed' },
      account: { type: 'string', default: DEFAULT_ACCOUNT },
      scopes: { type: 'string' },
      expires: { type: 'string' },
      addresses: { type: 'string' },
      'characters-per-month': { type: 'string' },
    },
  })
  const created = await createOperatorKey(db, {
    name: values.name,
    account: values.account,
    scopes: splitList(values.scopes) ?? null,
    expiresAt: parseDate(values.expires),
    allowedAddresses: splitList(values.addresses) ?? null,
    charactersPerMonth: parseCount(values['characters-per-month']),
  })
  printCreated(created, values.account, print)
}

function printCreated({ key, record }: CreatedKey, account: string, print: Print): void {
  print(`${key}\n\nKey ${record.id} of account "${account}". It is shown only now.`)
}

async function list(db: Database, print: Print): Promise<void> {
  for (const key of await listApiKeys(db)) print(describeKey(key, Date.now()))
}

function describeKey(key: ApiKey & { readonly account: string }, now: number): string {
  const { id, hint, account, name, createdAt, lastUsedAt, scopes } = key
  const used = lastUsedAt === null ? 'never used' : `used ${toDay(lastUsedAt)}`
  const only = scopes === null ? '' : `  only ${scopes.join(',')}`
  return `${id}  ...${hint}  ${account}  ${name}  made ${toDay(createdAt)}  ${describeState(key, now)}  ${used}${only}`
}

function describeState(key: ApiKey, now: number): string {
  const state = stateOfKey(key, now)
  if (state === 'revoked') return `revoked ${toDay(key.revokedAt!)}`
  if (key.expiresAt === null) return 'valid'
  return `${state === 'expired' ? 'expired' : 'valid until'} ${toDay(key.expiresAt)}`
}

async function rotate(args: readonly string[], db: Database, print: Print): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { 'overlap-hours': { type: 'string', default: '24' } },
    allowPositionals: true,
  })
  const [id] = positionals
  const hours = Number(values['overlap-hours'])
  if (id === undefined) throw new Error('Cannot rotate a key without its id: "declaim keys list" shows the ids')
  if (!(hours >= 0)) throw new Error(`Cannot rotate a key: --overlap-hours is "${values['overlap-hours']}"`)
  const created = await rotateKey(db, { keyId: id, overlapMs: hours * HOUR_MS }, byOperator())
  printCreated(created, (await findAccountById(db, created.record.accountId)).name, print)
  print(`Key ${id} stays valid for ${hours} hours.`)
}

async function revoke([id]: readonly string[], db: Database, print: Print): Promise<void> {
  if (id === undefined) throw new Error('Cannot revoke a key without its id: "declaim keys list" shows the ids')
  await revokeKey(db, { keyId: id }, byOperator())
  print(`Key ${id} is revoked.`)
}

function splitList(text: string | undefined): readonly string[] | undefined {
  return text?.split(/[\s,]+/).filter((item) => item !== '')
}

function parseDate(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new Error(`Cannot use --expires "${text}": expected a date such as 2027-01-31`)
  return time
}

function parseCount(text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new Error(`Cannot use --characters-per-month "${text}": expected a number`)
  return Number(text)
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
