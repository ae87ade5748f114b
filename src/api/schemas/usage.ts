import { type Static, Type } from 'typebox'
import type { KeyMonth, QuotaState } from '../../accounts/character-quota.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { ServiceError } from '../../errors.ts'
import { USAGE_GROUPS, type UsageGroup, type UsageSum } from '../../storage/records/usage.ts'

const day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day in UTC, like 2026-03-14' })

export const usageQuerySchema = Type.Object({
  from: Type.Optional(day),
  to: Type.Optional(day),
  group_by: Type.Optional(
    Type.String({ description: `${USAGE_GROUPS.join(', ')}, or several of them with commas between` }),
  ),
})

const nullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: 'integer', nullable: true, description })

export const usageSchema = Type.Object({
  month: Type.String({ description: 'In UTC, like 2026-03' }),
  characters: Type.Integer({ description: 'UTF-16 units of the texts accepted so far, markup included' }),
  characters_limit: Type.Integer(),
  characters_remaining: Type.Integer(),
  resets_at: Type.Integer({ description: 'Epoch milliseconds at which the next month begins' }),
  stored_bytes: Type.Integer({
    description: 'Of all clips: audio, plans and word timing, with what unfinished ones are expected to take',
  }),
  stored_bytes_limit: nullableInteger('null for no limit'),
  combined_seconds_today: Type.Number({ description: 'Length of what was combined since midnight UTC' }),
  combined_seconds_per_day_limit: nullableInteger('null for no limit'),
  key: Type.Optional(
    Type.Object(
      {
        characters: Type.Integer({ description: 'Spoken this month with the key, and with those that it replaces' }),
        characters_limit: Type.Integer(),
        characters_remaining: Type.Integer(),
      },
      { description: 'Given if the key of the request has a monthly limit' },
    ),
  ),
  member: Type.Optional(
    Type.Object(
      {
        characters: Type.Integer({ description: 'Spoken this month by the member' }),
        characters_limit: Type.Integer(),
        characters_remaining: Type.Integer(),
      },
      { description: 'Given if the member that asks has a monthly limit' },
    ),
  ),
  usage: Type.Optional(
    Type.Array(
      Type.Object({
        day: Type.Optional(Type.String()),
        endpoint: Type.Optional(Type.String()),
        key: Type.Optional(Type.String({ description: 'The id of a key; empty in the Studio' })),
        member: Type.Optional(
          Type.String({ description: "The id of a member; empty for keys, and for the operator's sign-in link" }),
        ),
        avatar: Type.Optional(Type.Integer()),
        requests: Type.Integer({ description: 'Texts that were spoken, or accepted as clips that did not fail' }),
        characters: Type.Integer(),
        audio_seconds: Type.Number({ description: 'Length of the speech' }),
        cache_hits: Type.Integer({ description: 'Segments that came from the cache' }),
      }),
      { description: 'Given if the query has from, to or group_by' },
    ),
  ),
})

/** Reads the groups of a query. Throws MISSING_ARGUMENT for an unknown one. */
export function parseUsageGroups(text: string): readonly UsageGroup[] {
  const names = text.split(',').map((name) => name.trim())
  for (const name of names) {
    if (!(USAGE_GROUPS as readonly string[]).includes(name))
      throw new ServiceError('MISSING_ARGUMENT', `Cannot group usage by "${name}": expected ${USAGE_GROUPS.join(', ')}`)
  }
  return USAGE_GROUPS.filter((group) => names.includes(group))
}

type UsageParts = {
  readonly audio: { readonly storedBytes: number; readonly combinedMs: number }
  readonly plan: Pick<PlanLimits, 'storedBytes' | 'combinedSecondsPerDay'>
  readonly key?: KeyMonth | undefined
  readonly member?: KeyMonth | undefined
  readonly usage?: readonly UsageSum[]
}

export function toUsageBody(
  { month, used, limit, remaining, resetAt }: QuotaState,
  { audio, plan, key, member, usage }: UsageParts,
): Static<typeof usageSchema> {
  return {
    month,
    characters: used,
    characters_limit: limit,
    characters_remaining: remaining,
    resets_at: resetAt,
    stored_bytes: audio.storedBytes,
    stored_bytes_limit: plan.storedBytes,
    combined_seconds_today: audio.combinedMs / 1000,
    combined_seconds_per_day_limit: plan.combinedSecondsPerDay,
    ...(key && { key: toMonthBody(key) }),
    ...(member && { member: toMonthBody(member) }),
    ...(usage && { usage: usage.map(toSumBody) as Static<typeof usageSchema>['usage'] }),
  } as Static<typeof usageSchema>
}

function toMonthBody({ used, limit }: KeyMonth) {
  return { characters: used, characters_limit: limit, characters_remaining: Math.max(0, limit - used) }
}

function toSumBody({ audioMs, cacheHits, ...sum }: UsageSum) {
  return { ...sum, audio_seconds: audioMs / 1000, cache_hits: cacheHits }
}
