import { checkAddresses } from '../accounts/authenticate-key.ts'
import { type CreatedKey, createApiKey, rotateApiKey } from '../accounts/create-key.ts'
import { OWNER_PLAN } from '../accounts/plans.ts'
import { parseScopes } from '../accounts/scopes.ts'
import type { Config } from '../config.ts'
import { type ApiKey, listApiKeys, revokeApiKey } from '../storage/records/api-keys.ts'
import { withDatabase } from './with-database.ts'

type Print = (line: string) => void

const HOUR_MS = 3_600_000

export type CreateKeyOptions = {
  readonly name: string
  readonly account: string
  readonly scopes?: readonly string[] | undefined
  /** Epoch milliseconds. */
  readonly expires?: number | undefined
  readonly addresses?: readonly string[] | undefined
  readonly charactersPerMonth?: number | undefined
}

// Each works while a server runs on the same data directory, and takes effect at once.

/** `declaim keys create`. The first key of all has the owner's plan. */
export async function createKeyCommand(options: CreateKeyOptions, config: Config, print: Print): Promise<void> {
  const { name, account, scopes, expires = null, addresses = null, charactersPerMonth = null } = options
  checkAddresses(addresses ?? [])
  await withDatabase(config, async (db) => {
    const isFirst = (await listApiKeys(db)).length === 0
    const created = await createApiKey(db, {
      name,
      account,
      now: Date.now(),
      scopes: scopes === undefined ? null : parseScopes(scopes),
      expiresAt: expires,
      allowedAddresses: addresses,
      charactersPerMonth,
      ...(isFirst && { plan: OWNER_PLAN }),
    })
    printCreated(created, account, print)
  })
}

function printCreated({ key, record }: CreatedKey, account: string, print: Print): void {
  print(`${key}\n\nKey ${record.id} of account "${account}". It is shown only now.`)
}

/** `declaim keys list`. */
export async function listKeysCommand(config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    for (const key of await listApiKeys(db)) print(describeKey(key, Date.now()))
  })
}

function describeKey(key: ApiKey & { readonly account: string }, now: number): string {
  const { id, hint, account, name, createdAt, lastUsedAt, scopes } = key
  const used = lastUsedAt === null ? 'never used' : `used ${toDay(lastUsedAt)}`
  const only = scopes === null ? '' : `  only ${scopes.join(',')}`
  return `${id}  ...${hint}  ${account}  ${name}  made ${toDay(createdAt)}  ${stateOf(key, now)}  ${used}${only}`
}

function stateOf({ revokedAt, expiresAt }: ApiKey, now: number): string {
  if (revokedAt !== null) return `revoked ${toDay(revokedAt)}`
  if (expiresAt === null) return 'valid'
  return `${expiresAt <= now ? 'expired' : 'valid until'} ${toDay(expiresAt)}`
}

export type RotateKeyOptions = { readonly id: string; readonly overlapHours: number }

/** `declaim keys rotate`. */
export async function rotateKeyCommand(
  { id, overlapHours }: RotateKeyOptions,
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const created = await rotateApiKey(db, id, { now: Date.now(), overlapMs: overlapHours * HOUR_MS })
    const old = (await listApiKeys(db)).find((one) => one.id === id)!
    printCreated(created, old.account, print)
    print(`Key ${id} stays valid for ${overlapHours} hours.`)
  })
}

/** `declaim keys revoke`. */
export async function revokeKeyCommand(id: string, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    if (!(await revokeApiKey(db, id, Date.now()))) throw new Error(`Cannot revoke key ${id}: no valid key has this id`)
    print(`Key ${id} is revoked.`)
  })
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
