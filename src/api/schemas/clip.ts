import { type Static, Type } from 'typebox'
import type { Clip } from '../../storage/clips.ts'

const status = Type.Union([Type.Literal('PROCESSING'), Type.Literal('FAILED'), Type.Literal('COMPLETE')])

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
  limit: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,5}$', description: `At most ${MAX_CLIPS_LISTED}` })),
  before: Type.Optional(Type.String({ description: 'A clip id: lists only clips accepted before it' })),
})

export function toClipBody({ id, status, error }: Clip, url: string): Static<typeof clipSchema> {
  return { id, status, url, ...(error && { error }) }
}
