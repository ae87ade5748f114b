import { type Static, Type } from 'typebox'
import type { Clip, ListClipsOptions } from '../../storage/records/clips.ts'
import { MAX_LABEL_LENGTH } from './clip-details.ts'
import { parseTime, TIME_FORM } from './parse-time.ts'

const STATUSES = ['PROCESSING', 'FAILED', 'COMPLETE'] as const
const status = Type.Unsafe<(typeof STATUSES)[number]>({ type: 'string', enum: STATUSES })
const orNull = <Value>(schema: object, description: string) =>
  Type.Unsafe<Value | null>({ anyOf: [schema, { type: 'null' }], description })

export const clipSchema = Type.Object({
  id: Type.String(),
  status,
  url: Type.String({ description: 'Needs no key; plays once status is COMPLETE, for one week' }),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
  progress: Type.Number({ minimum: 0, maximum: 1, description: 'Share of the speech that is rendered; 1 if COMPLETE' }),
  characters: orNull<number>({ type: 'integer' }, 'UTF-16 units of the text, markup included; null for a combination'),
  warnings: Type.Array(Type.String(), {
    description: 'What of the text is clamped, dropped or skipped, as /explain lists it; the first 20',
  }),
  audio_seconds: orNull<number>({ type: 'number' }, 'Length of the audio; null if the clip is not COMPLETE'),
  created_at: Type.Integer({ description: 'Epoch milliseconds' }),
  finished_at: orNull<number>({ type: 'integer' }, 'Epoch milliseconds; null while PROCESSING'),
  label: orNull<string>({ type: 'string' }, 'As given at creation'),
  metadata: orNull<Readonly<Record<string, unknown>>>(
    { type: 'object', additionalProperties: true },
    'As given at creation',
  ),
})

export const clipListSchema = Type.Array(clipSchema)
const MAX_CLIPS_LISTED = 1000

export const clipListQuerySchema = Type.Object({
  status: Type.Optional(status),
  label: Type.Optional(Type.String({ maxLength: MAX_LABEL_LENGTH, description: 'Only clips with this label' })),
  created_after: Type.Optional(Type.String({ description: `Only clips created then or later: ${TIME_FORM}` })),
  created_before: Type.Optional(Type.String({ description: `Only clips created before: ${TIME_FORM}` })),
  limit: Type.Optional(
    Type.String({ pattern: '^(?:[1-9][0-9]{0,2}|1000)$', description: `a whole number from 1 to ${MAX_CLIPS_LISTED}` }),
  ),
  /** Lists only clips accepted before this one; none if it is gone, because older clips expired earlier. */
  before: Type.Optional(Type.String({ pattern: '^[0-9a-f-]{36}$', description: 'the id of a clip' })),
})

/** Reads which clips a query asks for. Throws MISSING_ARGUMENT. */
export function parseClipFilter(query: Static<typeof clipListQuerySchema>): Omit<ListClipsOptions, 'accountId'> {
  const { limit, created_after: after, created_before: before, ...filter } = query
  return {
    ...filter,
    limit: Number(limit ?? MAX_CLIPS_LISTED),
    ...(after !== undefined && { createdAfter: parseTime('created_after', after) }),
    ...(before !== undefined && { createdBefore: parseTime('created_before', before) }),
  }
}

export function toClipBody(clip: Clip, url: string): Static<typeof clipSchema> {
  const { id, status, error } = clip
  return {
    id,
    status,
    url,
    ...(error && { error }),
    progress: clip.progress,
    characters: clip.characters,
    warnings: [...clip.warnings],
    audio_seconds: clip.audioSeconds,
    created_at: clip.createdAt,
    finished_at: clip.finishedAt,
    label: clip.label,
    metadata: clip.metadata,
  }
}
