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
  /** The keys and sessions of the own account. */
  'keys',
  /** The members of the own account. */
  'members',
  /** The audit log of the own account. */
  'audit',
  /** All accounts, keys and plans. */
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes that a key has only if they are named: those that let others in, and the audit log. */
const NAMED_SCOPES: readonly Scope[] = ['keys', 'members', 'audit', 'admin']

/** Scopes of a key that was created without naming any. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => !NAMED_SCOPES.includes(scope))

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
