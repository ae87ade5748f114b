import { declaim, may } from '../../service.ts'
import type { Names } from './usage-rows.ts'

/** The names of the keys, as far as the session may see them. */
export async function loadNames(signal: AbortSignal): Promise<Names> {
  const keys = may('keys') ? await declaim.keys.list({ signal }) : []
  return new Map(keys.map(({ key_id, name, hint }) => [key_id, `${name} …${hint}`]))
}
