import type { CreatedKey } from '../accounts/create-key.ts'
import { revokeKey, rotateKey, stateOfKey } from '../accounts/management/manage-keys.ts'
import type { Config } from '../config.ts'
import { findAccountById } from '../storage/records/accounts.ts'
import { type ApiKey, listApiKeys } from '../storage/records/api-keys.ts'
import { byOperator } from './by-operator.ts'
import { createOperatorKey } from './create-operator-key.ts'
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
  await withDatabase(config, async (db) => {
    const created = await createOperatorKey(db, {
      name,
      account,
      scopes: scopes ?? null,
      expiresAt: expires,
      allowedAddresses: addresses,
      charactersPerMonth,
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
  return `${id}  ...${hint}  ${account}  ${name}  made ${toDay(createdAt)}  ${describeState(key, now)}  ${used}${only}`
}

function describeState(key: ApiKey, now: number): string {
  const state = stateOfKey(key, now)
  if (state === 'revoked') return `revoked ${toDay(key.revokedAt!)}`
  if (key.expiresAt === null) return 'valid'
  return `${state === 'expired' ? 'expired' : 'valid until'} ${toDay(key.expiresAt)}`
}

export type RotateKeyOptions = { readonly id: string; readonly overlapHours: number }

/** `declaim keys rotate`. */
export async function rotateKeyCommand(
  { id, overlapHours }: RotateKeyOptions,
  config: Config,
  print: Print,
): Promise<void> {
  await withDatabase(config, async (db) => {
    const created = await rotateKey(db, { keyId: id, overlapMs: overlapHours * HOUR_MS }, byOperator())
    printCreated(created, (await findAccountById(db, created.record.accountId)).name, print)
    print(`Key ${id} stays valid for ${overlapHours} hours.`)
  })
}

/** `declaim keys revoke`. */
export async function revokeKeyCommand(id: string, config: Config, print: Print): Promise<void> {
  await withDatabase(config, async (db) => {
    await revokeKey(db, { keyId: id }, byOperator())
    print(`Key ${id} is revoked.`)
  })
}

function toDay(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}
