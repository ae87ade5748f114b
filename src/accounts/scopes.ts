import { ServiceError } from '../errors.ts'

/** What a key may do. */
export const SCOPES = [
  'synthesize',
  'libraries:read',
  'libraries:write',
  'clips:read',
  'clips:write',
  'projects:read',
  'projects:write',
  'webhooks',
  'usage',
  /** The keys of the own account. */
  'keys',
  /** All accounts, keys and plans. */
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes of a key that was created without naming any. `keys` and `admin`, which make other keys, must be named. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'keys' && scope !== 'admin')

/** Scopes of a Studio session that a sign-in link began. */
export const SESSION_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin')

/** Checks names of scopes. Throws MISSING_ARGUMENT for the first unknown one. */
export function parseScopes(names: readonly string[]): readonly Scope[] {
  for (const name of names) {
    if (!(SCOPES as readonly string[]).includes(name))
      throw new ServiceError('MISSING_ARGUMENT', `Cannot use scope "${name}": expected ${SCOPES.join(', ')}`)
  }
  return SCOPES.filter((scope) => names.includes(scope))
}
