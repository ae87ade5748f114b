import { ServiceError } from '../errors.ts'

/** What a key may do. */
export const SCOPES = [
  'synthesize',
  'libraries:read',
  'libraries:write',
  'clips:read',
  'clips:write',
  'usage',
  'admin',
] as const

export type Scope = (typeof SCOPES)[number]

/** Scopes of a key that was created without naming any. `admin` must be asked for. */
export const DEFAULT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'admin')

/** Checks names of scopes. Throws MISSING_ARGUMENT for the first unknown one. */
export function parseScopes(names: readonly string[]): readonly Scope[] {
  for (const name of names) {
    if (!(SCOPES as readonly string[]).includes(name))
      throw new ServiceError('MISSING_ARGUMENT', `Cannot use scope "${name}": expected ${SCOPES.join(', ')}`)
  }
  return SCOPES.filter((scope) => names.includes(scope))
}
