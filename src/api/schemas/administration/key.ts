import { type Static, Type } from 'typebox'
import type { CreatedKey } from '../../../accounts/create-key.ts'
import { type KeyState, stateOfKey } from '../../../accounts/management/manage-keys.ts'
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../../../accounts/scopes.ts'
import type { ApiKey, KeyChange } from '../../../storage/records/api-keys.ts'
import { MAX_TIME } from '../../../storage/storable.ts'
import { EPOCH, monthlyCharacters, orNull } from './fields.ts'

const STATES: readonly KeyState[] = ['active', 'expired', 'revoked']
const scope = Type.Unsafe<Scope>({ type: 'string', enum: SCOPES })

/** Null means the same as leaving the field out. */
export const keyInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What the key is for' }),
  scopes: orNull(
    Type.Array(scope, {
      minItems: 1,
      description: `What the key may do; without it: ${DEFAULT_SCOPES.join(', ')}`,
    }),
  ),
  expires_at: orNull(
    Type.Integer({
      minimum: 1,
      maximum: MAX_TIME,
      description: 'Epoch milliseconds at which the key ends, before the year 10000',
    }),
  ),
  allowed_addresses: orNull(
    Type.Array(Type.String({ maxLength: 50 }), {
      minItems: 1,
      maxItems: 100,
      description: 'IP addresses and CIDR ranges that may use the key',
    }),
  ),
  characters_per_month: monthlyCharacters('key'),
})

/** What a key is changed to. A field that is left out stays as it is; null takes a rule away. */
export const keyPatchSchema = Type.Partial(keyInputSchema)

export const rotationInputSchema = Type.Object({
  overlap_seconds: orNull(
    Type.Integer({
      minimum: 0,
      maximum: 31_536_000,
      description: 'How long the old key stays valid, from 0 to 31536000 seconds; a day without it',
    }),
  ),
})

export const keySchema = Type.Object({
  key_id: Type.String(),
  account_id: Type.String(),
  name: Type.String(),
  hint: Type.String({ description: 'The last four characters of the key' }),
  status: Type.Unsafe<KeyState>({ type: 'string', enum: STATES }),
  scopes: Type.Array(scope),
  created_at: Type.Integer(EPOCH),
  expires_at: orNull(Type.Integer(EPOCH)),
  revoked_at: orNull(Type.Integer(EPOCH)),
  last_used_at: orNull(Type.Integer({ description: 'Epoch milliseconds, half a minute behind at most' })),
  allowed_addresses: orNull(Type.Array(Type.String())),
  characters_per_month: orNull(Type.Integer()),
})

export const createdKeySchema = Type.Object({
  ...keySchema.properties,
  key: Type.String({ description: 'The key itself. It is shown only in this answer' }),
})

export const keyListSchema = Type.Object({ count: Type.Integer(), keys: Type.Array(keySchema) })

export function toKeyBody(key: ApiKey, now: number): Static<typeof keySchema> {
  return {
    key_id: key.id,
    account_id: key.accountId,
    name: key.name,
    hint: key.hint,
    status: stateOfKey(key, now),
    scopes: [...((key.scopes as readonly Scope[] | null) ?? DEFAULT_SCOPES)],
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    last_used_at: key.lastUsedAt,
    allowed_addresses: key.allowedAddresses === null ? null : [...key.allowedAddresses],
    characters_per_month: key.charactersPerMonth,
  }
}

/** The fields of a change as the accounts know them. */
export function toKeyChange(body: Static<typeof keyPatchSchema>): KeyChange {
  const { name, scopes, expires_at, allowed_addresses, characters_per_month } = body
  return {
    ...(name !== undefined && { name }),
    ...(scopes !== undefined && { scopes }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
    ...(allowed_addresses !== undefined && { allowedAddresses: allowed_addresses }),
    ...(characters_per_month !== undefined && { charactersPerMonth: characters_per_month }),
  }
}

/** The fields of a new key as the accounts know them. */
export function toKeyRequest(body: Static<typeof keyInputSchema>) {
  return {
    name: body.name,
    scopes: body.scopes ?? null,
    expiresAt: body.expires_at ?? null,
    allowedAddresses: body.allowed_addresses ?? null,
    charactersPerMonth: body.characters_per_month ?? null,
  }
}

export const keyParametersSchema = Type.Object({ key_id: Type.String() })
const DAY_SECONDS = 86_400

/** How long a rotated key stays valid, in milliseconds. */
export function overlapOf({ overlap_seconds }: Static<typeof rotationInputSchema>): number {
  return 1000 * (overlap_seconds ?? DAY_SECONDS)
}

export function toCreatedKeyBody({ key, record }: CreatedKey, now: number): Static<typeof createdKeySchema> {
  return { ...toKeyBody(record, now), key }
}
