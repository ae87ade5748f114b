import { ServiceError } from '../../errors.ts'
import { createKey } from '../../key-format.ts'
import type { Database } from '../../storage/database.ts'
import { findAccountById } from '../../storage/records/accounts.ts'
import {
  type ApiKey,
  countValidKeys,
  expireApiKey,
  findApiKey,
  insertApiKey,
  type KeyChange,
  type KeyRules,
  revokeApiKey,
  updateApiKey,
} from '../../storage/records/api-keys.ts'
import { MAX_TIME, showTime } from '../../storage/storable.ts'
import { checkAddresses } from '../authenticate-key.ts'
import type { CreatedKey } from '../create-key.ts'
import { limitCount } from '../limit-count.ts'
import { DEFAULT_SCOPES, parseScopes, type Scope } from '../scopes.ts'
import { checkMonthlyCharacters, checkName } from './check-fields.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

/** What a new key shall be. */
export type KeyRequest = Partial<KeyRules> & {
  readonly accountId: string
  readonly name: string
  /** Scopes that the one that asks may pass on; undefined for all. */
  readonly grantable?: readonly Scope[] | undefined
}

/** Names one key. An account given too must own it. */
export type KeyName = {
  readonly keyId: string
  readonly accountId?: string | undefined
  readonly grantable?: readonly Scope[] | undefined
}

const MAX_KEYS = 1000
const MAX_ADDRESSES = 100

/**
 * Creates a key of an account. Throws MISSING_ARGUMENT for rules that a key cannot have, FORBIDDEN for scopes that may not be
 * passed on, NOT_FOUND for an unknown account, and CONFLICT if the account has too many keys.
 */
export async function createAccountKey(db: Database, request: KeyRequest, by: ChangedBy): Promise<CreatedKey> {
  const { accountId, grantable } = request
  checkName(request.name)
  const scopes = grantScopes(request.scopes ?? null, grantable)
  checkRules(request, by.now)
  return await db.transaction().execute(async (transaction) => {
    await findAccountById(transaction, accountId)
    const created = await insertNewKey(transaction, { ...request, scopes }, by.now)
    await checkKeyLimit(transaction, accountId, by.now)
    await recordChange(transaction, by, {
      action: 'createKey',
      accountId,
      target: created.record.id,
      details: describeKey(created.record),
    })
    return created
  })
}

/**
 * Creates a key with the rules of an earlier one, which stays valid for `overlapMs`. Throws NOT_FOUND for an unknown or ended
 * key, FORBIDDEN for a key with scopes that may not be passed on, and CONFLICT if the account would have too many keys. Both keys share
 * the monthly limit.
 */
export async function rotateKey(
  db: Database,
  { keyId, accountId, grantable, overlapMs }: KeyName & { readonly overlapMs: number },
  by: ChangedBy,
): Promise<CreatedKey> {
  return await db.transaction().execute(async (transaction) => {
    const old = await findApiKey(transaction, { id: keyId, accountId })
    if (stateOfKey(old, by.now) !== 'active')
      throw new ServiceError('NOT_FOUND', `Cannot rotate key ${keyId}: no valid key has this id`)
    refuseBroader(old, { grantable, action: 'rotate' })
    const created = await insertNewKey(transaction, old, by.now)
    await expireApiKey(transaction, keyId, by.now + overlapMs)
    await checkKeyLimit(transaction, old.accountId, by.now)
    await recordChange(transaction, by, {
      action: 'rotateKey',
      accountId: old.accountId,
      target: keyId,
      details: { newKey: created.record.id, overlapMs },
    })
    return created
  })
}

/**
 * Changes the name and the rules of a key, from its next request on. What is left out stays as it is. Throws NOT_FOUND for an unknown or ended
 * key, MISSING_ARGUMENT for rules that a key cannot have, and FORBIDDEN if the key has or would have scopes that may not be passed on.
 */
export async function changeKey(
  db: Database,
  { keyId, accountId, grantable, change }: KeyName & { readonly change: KeyChange },
  by: ChangedBy,
): Promise<ApiKey> {
  if (change.name !== undefined) checkName(change.name)
  checkRules(change, by.now)
  const scopes = change.scopes === undefined ? undefined : grantScopes(change.scopes, grantable)
  return await db.transaction().execute(async (transaction) => {
    const key = await findApiKey(transaction, { id: keyId, accountId })
    if (stateOfKey(key, by.now) !== 'active')
      throw new ServiceError('NOT_FOUND', `Cannot change key ${keyId}: no valid key has this id`)
    refuseBroader(key, { grantable, action: 'change' })
    await updateApiKey(transaction, keyId, { ...change, ...(scopes !== undefined && { scopes }) })
    const changed = await findApiKey(transaction, { id: keyId })
    await recordChange(transaction, by, {
      action: 'changeKey',
      accountId: key.accountId,
      target: keyId,
      details: describeKey(changed),
    })
    return changed
  })
}

/**
 * Makes a key invalid at once, with the Studio sessions that it began. Throws NOT_FOUND if no valid key has this id, and FORBIDDEN for a
 * key that may do what the one that asks may not, unless it asks for itself.
 */
export async function revokeKey(
  db: Database,
  { keyId, accountId, grantable }: KeyName,
  by: ChangedBy,
): Promise<ApiKey> {
  return await db.transaction().execute(async (transaction) => {
    const key = await findApiKey(transaction, { id: keyId, accountId })
    const isOwn = by.actor.kind === 'key' && by.actor.keyId === keyId
    if (!isOwn) refuseBroader(key, { grantable, action: 'revoke' })
    if (!(await revokeApiKey(transaction, keyId, by.now)))
      throw new ServiceError('NOT_FOUND', `Cannot revoke key ${keyId}: no valid key has this id`)
    await recordChange(transaction, by, { action: 'revokeKey', accountId: key.accountId, target: keyId })
    return { ...key, revokedAt: by.now }
  })
}

export type KeyState = 'active' | 'expired' | 'revoked'

export function stateOfKey({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active'
}

async function insertNewKey(
  transaction: Database,
  rules: Partial<KeyRules> & { readonly accountId: string; readonly name: string; readonly family?: string },
  now: number,
): Promise<CreatedKey> {
  const key = createKey()
  return { key, record: await insertApiKey(transaction, { ...rules, key, now }) }
}

/** The scopes of a new key. Without any, it gets the usual ones that may be passed on. */
function grantScopes(
  scopes: readonly string[] | null,
  grantable: readonly Scope[] | undefined,
): readonly Scope[] | null {
  if (scopes === null) {
    if (grantable === undefined || DEFAULT_SCOPES.every((scope) => grantable.includes(scope))) return null
    const usual = DEFAULT_SCOPES.filter((scope) => grantable.includes(scope))
    if (usual.length > 0) return usual
    throw new ServiceError(
      'FORBIDDEN',
      `Cannot create a key with the usual scopes: the caller has none of them; name scopes among ${grantable.join(', ')}`,
    )
  }
  const parsed = parseScopes(scopes)
  if (parsed.length === 0)
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot create a key without scopes: name one or leave scopes out')
  const refused = parsed.find((scope) => grantable !== undefined && !grantable.includes(scope))
  if (refused !== undefined)
    throw new ServiceError('FORBIDDEN', `Cannot create a key with the scope ${refused}: the caller does not have it`)
  return parsed
}

/** Throws FORBIDDEN for a key that may do what the one that asks may not. */
function refuseBroader(
  { id, scopes }: Pick<ApiKey, 'id' | 'scopes'>,
  {
    grantable,
    action,
  }: { readonly grantable: readonly Scope[] | undefined; readonly action: 'change' | 'rotate' | 'revoke' },
): void {
  const own = (scopes ?? DEFAULT_SCOPES) as readonly Scope[]
  const missing = grantable && own.find((scope) => !grantable.includes(scope))
  if (missing !== undefined)
    throw new ServiceError(
      'FORBIDDEN',
      `Cannot ${action} key ${id}: it has the scope ${missing}, and the caller does not`,
    )
}

function checkRules({ expiresAt, allowedAddresses, charactersPerMonth }: Partial<KeyRules>, now: number): void {
  if (expiresAt != null && expiresAt <= now)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use expiry ${showTime(expiresAt)}: expected a time after now, ${showTime(now)}`,
    )
  if (expiresAt != null && !(expiresAt <= MAX_TIME))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use expiry ${showTime(expiresAt)}: expected a time before the year 10000`,
    )
  if (allowedAddresses != null) {
    if (allowedAddresses.length < 1 || allowedAddresses.length > MAX_ADDRESSES)
      throw new ServiceError(
        'MISSING_ARGUMENT',
        `Cannot use ${allowedAddresses.length} addresses: expected 1 to ${MAX_ADDRESSES}`,
      )
    checkAddresses(allowedAddresses)
  }
  checkMonthlyCharacters(charactersPerMonth ?? null)
}

async function checkKeyLimit(transaction: Database, accountId: string, now: number): Promise<void> {
  await limitCount(transaction, accountId, {
    count: () => countValidKeys(transaction, accountId, now),
    most: MAX_KEYS,
    refusal: () => `Cannot create key: the account has ${MAX_KEYS}, which is all it may have`,
  })
}

/** A key for the audit log. */
function describeKey({ name, hint, scopes, expiresAt, allowedAddresses, charactersPerMonth }: ApiKey): object & {
  readonly [field: string]: unknown
} {
  return { name, hint, scopes, expiresAt, allowedAddresses, charactersPerMonth }
}
