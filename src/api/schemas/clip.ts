import { type Static, Type } from 'typebox'
import type { Clip } from '../../storage/records/clips.ts'

const STATUSES = ['PROCESSING', 'FAILED', 'COMPLETE'] as const
const status = Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: STATUSES })

export const clipSchema = Type.Object({
  id: Type.String(),
  status,
  url: Type.String({ description: 'Needs no key; plays once status is COMPLETE, for one week' }),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})

export const clipListSchema = Type.Array(clipSchema)
export const MAX_CLIPS_LISTED = 1000

export const clipListQuerySchema = Type.Object({
  status: Type.Optional(status),
  limit: Type.Optional(
    Type.String({ pattern: '^(?:[1-9][0-9]{0,2}|1000)$', description: `a whole number from 1 to ${MAX_CLIPS_LISTED}` }),
  ),
  /** Lists only clips accepted before this one; none if it is gone, because older clips expired earlier. */
  before: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$', description: 'the id of a clip' })),
})

export function toClipBody({ id, status, error }: Clip, url: string): Static<typeof clipSchema> {
  return { id, status, url, ...(error && { error }) }
}
