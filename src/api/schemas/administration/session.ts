import { type Static, Type } from 'typebox'
import type { AccountSession } from '../../../accounts/management/manage-sessions.ts'
import { EPOCH, orNull } from './fields.ts'

export const sessionSchema = Type.Object({
  session_id: Type.String(),
  key_id: orNull(Type.String({ description: 'The key that it was begun with; null for a sign-in link' })),
  member_id: orNull(Type.String({ description: 'The member that is signed in' })),
  created_at: orNull(Type.Integer(EPOCH)),
  expires_at: Type.Integer(EPOCH),
  address: orNull(Type.String({ description: 'The IP address at which it was begun' })),
  browser: orNull(Type.String({ description: 'What the browser calls itself' })),
  is_current: Type.Boolean({ description: 'Whether the request comes from it' }),
})

export const sessionListSchema = Type.Object({ count: Type.Integer(), sessions: Type.Array(sessionSchema) })

export const sessionParametersSchema = Type.Object({ session_id: Type.String() })

/** `current` is the id of the session of the request. */
export function toSessionBody(session: AccountSession, current: string | undefined): Static<typeof sessionSchema> {
  const { id, keyId, memberId, createdAt, expiresAt, address, browser } = session
  return {
    session_id: id,
    key_id: keyId,
    member_id: memberId,
    created_at: createdAt,
    expires_at: expiresAt,
    address,
    browser,
    is_current: id === current,
  }
}
