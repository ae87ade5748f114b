import { type Static, Type } from 'typebox'
import type { QuotaState } from '../../accounts/character-quota.ts'

export const usageSchema = Type.Object({
  month: Type.String({ description: 'In UTC, like 2026-03' }),
  characters: Type.Integer({ description: 'UTF-16 units of the texts accepted so far, markup included' }),
  characters_limit: Type.Integer(),
  characters_remaining: Type.Integer(),
  resets_at: Type.Integer({ description: 'Epoch milliseconds at which the next month begins' }),
})

export function toUsageBody({ month, used, limit, remaining, resetAt }: QuotaState): Static<typeof usageSchema> {
  return {
    month,
    characters: used,
    characters_limit: limit,
    characters_remaining: remaining,
    resets_at: resetAt,
  }
}
