import { DEFAULT_SCOPES } from '../../accounts/scopes.ts'
import { formatCount } from '../../api/answers/format-count.ts'
import { DEFAULT_ACCOUNT } from '../../storage/records/accounts.ts'
import { showTime } from '../../storage/storable.ts'
import { type JsonOption, toJson } from '../to-json.ts'
import type { Administration, CreatedKey, Key } from './administration.ts'

type Print = (line: string) => void

const HOUR_SECONDS = 3600

export type CreateKeyOptions = JsonOption & {
  readonly name: string
  readonly account: string
  readonly scopes?: readonly string[] | undefined
  /** Epoch milliseconds. */
  readonly expires?: number | undefined
  readonly addresses?: readonly string[] | undefined
  readonly charactersPerMonth?: number | undefined
}

// Each takes effect at once.

/** `declaim keys create`. The first key of a new data directory has the owner's plan. */
export async function createKeyCommand(
  options: CreateKeyOptions,
  administration: Administration,
  print: Print,
): Promise<void> {
  const { name, account, scopes = null, expires = null, addresses = null, charactersPerMonth = null, json } = options
  const asked = { name, account, scopes, expiresAt: expires, allowedAddresses: addresses, charactersPerMonth }
  // A name that is misspelt makes an account too. Programs, and users of the account that always exists, need not be told.
  const isNew = !json && account !== DEFAULT_ACCOUNT && (await findPlan(account, administration)) === undefined
  const created = await administration.createKey(asked)
  if (json) return print(toJson(created))
  print(describeCreated(created))
  if (!isNew) return
  const plan = await findPlan(account, administration)
  print(`The account "${account}" is new. It has the plan "${plan}"; "declaim accounts set-plan" changes that.`)
}

/** The plan of an account; undefined if there is none of this name. */
async function findPlan(account: string, administration: Administration): Promise<string | undefined> {
  return (await administration.listAccounts()).find(({ name }) => name === account)?.plan
}

function describeCreated({ key, id, account }: CreatedKey): string {
  return `${key}\n\nKey ${id} of account "${account}". It is shown only now.`
}

/** `declaim keys list`. */
export async function listKeysCommand(
  { json }: JsonOption,
  administration: Administration,
  print: Print,
): Promise<void> {
  const keys = await administration.listKeys()
  if (json) return print(toJson(keys))
  for (const key of keys) print(describeKey(key))
}

function describeKey(key: Key): string {
  const { id, hint, account, name, createdAt, lastUsedAt, scopes } = key
  const used = lastUsedAt === null ? 'never used' : `used ${toDay(lastUsedAt)}`
  const usual = scopes.length === DEFAULT_SCOPES.length && DEFAULT_SCOPES.every((scope) => scopes.includes(scope))
  const only = usual ? '' : `  only ${scopes.join(',')}`
  return `${id}  ...${hint}  ${account}  ${name}  made ${toDay(createdAt)}  ${describeState(key)}  ${used}${only}`
}

function describeState({ status, revokedAt, expiresAt }: Key): string {
  if (status === 'revoked') return `revoked ${toDay(revokedAt!)}`
  if (expiresAt === null) return 'valid'
  return `${status === 'expired' ? 'expired' : 'valid until'} ${toDay(expiresAt)}`
}

export type RotateKeyOptions = JsonOption & { readonly id: string; readonly overlapHours: number }

/** `declaim keys rotate`. */
export async function rotateKeyCommand(
  { id, overlapHours, json }: RotateKeyOptions,
  administration: Administration,
  print: Print,
): Promise<void> {
  const created = await administration.rotateKey(id, overlapHours * HOUR_SECONDS)
  if (json) return print(toJson(created))
  print(describeCreated(created))
  print(`Key ${id} stays valid for ${formatCount(overlapHours, 'hour')}.`)
}

/** `declaim keys revoke`. */
export async function revokeKeyCommand(
  { id, json }: JsonOption & { readonly id: string },
  administration: Administration,
  print: Print,
): Promise<void> {
  const revoked = await administration.revokeKey(id)
  print(json ? toJson(revoked) : `Key ${id} is revoked.`)
}

function toDay(epochMs: number): string {
  return showTime(epochMs).split('T')[0]!
}
