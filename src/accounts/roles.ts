import { ServiceError } from '../errors.ts'
import { type Scope, SESSION_SCOPES } from './scopes.ts'

/** What a member of an account is there for, from the one that may do most. */
export const ROLES = ['owner', 'editor', 'commenter', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Hears what there is, and changes nothing. */
const LISTENER_SCOPES: readonly Scope[] = ['synthesize', 'libraries:read', 'clips:read', 'projects:read']

/** What the sessions of members may do, by role. None administers the service. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SESSION_SCOPES,
  editor: [
    'synthesize',
    'libraries:read',
    'libraries:write',
    'clips:read',
    'clips:write',
    'projects:read',
    'projects:write',
    'usage',
  ],
  commenter: LISTENER_SCOPES,
  viewer: LISTENER_SCOPES,
}

/** Scopes of a stored role. One that a later version has stored may do nothing. */
export function scopesOfRole(role: string): readonly Scope[] {
  return (ROLE_SCOPES as Readonly<Record<string, readonly Scope[] | undefined>>)[role] ?? []
}

/** Throws FORBIDDEN if a caller lacks a scope of a role, which it could pass on otherwise. */
export function refuseBroaderRole(
  role: string,
  { grantable, attempt }: { readonly grantable: readonly Scope[]; readonly attempt: string },
): void {
  const missing = scopesOfRole(role).find((scope) => !grantable.includes(scope))
  if (missing !== undefined)
    throw new ServiceError(
      'FORBIDDEN',
      `${attempt}: the role ${role} has the scope ${missing}, and the caller does not`,
    )
}
