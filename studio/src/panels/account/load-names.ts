import { declaim, may } from '../../service.ts'
import type { Names } from './usage-rows.ts'

/** The names of keys and members, as far as the session may see them. */
export async function loadNames(signal: AbortSignal): Promise<Names> {
  const keys = may('keys') ? await declaim.keys.list({ signal }) : []
  const members = may('members') ? await declaim.members.list({ signal }) : []
  return new Map([
    ...keys.map(({ key_id, name, hint }) => [key_id, `${name} …${hint}`] as const),
    ...members.map(({ member_id, name }) => [member_id, name] as const),
  ])
}
