import type { Static } from 'typebox'
import { findKeyMonth } from '../../accounts/character-quota.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { findStoredBytes } from '../../storage/records/account-storage.ts'
import { findCombinedAudio } from '../../storage/records/combined-audio.ts'
import type { SessionMember } from '../../storage/records/sessions.ts'
import { sumUsage } from '../../storage/records/usage.ts'
import { parseUsageGroups, toUsageBody, type usageQuerySchema, type usageSchema } from '../schemas/usage.ts'
import type { Services } from '../services.ts'
import type { CallerKey } from './authenticate.ts'

type UsageReport = {
  readonly accountId: string
  readonly plan: PlanLimits
  /** The key that asks, of the same account. */
  readonly callerKey?: CallerKey | undefined
  /** The member that asks. */
  readonly callerMember?: SessionMember | undefined
  readonly query: Static<typeof usageQuerySchema>
}

/** The characters that an account has used this month, the remaining ones, and its usage in a range of days if the query names one. */
export async function reportUsage(
  { accountId, plan, callerKey, callerMember, query }: UsageReport,
  { db, quota, usage, clock }: Pick<Services, 'db' | 'quota' | 'usage' | 'clock'>,
): Promise<Static<typeof usageSchema>> {
  await usage.flush()
  const today = new Date(clock()).toISOString().slice(0, 10)
  const audio = {
    storedBytes: await findStoredBytes(db, accountId),
    combinedMs: await findCombinedAudio(db, { accountId, day: today }),
  }
  const state = (await quota.open(accountId, plan, { isFresh: true })).read()
  const key = callerKey && (await findKeyMonth(db, callerKey, state.month))
  const member = callerMember && (await findKeyMonth(db, callerMember, state.month))
  const parts = { audio, plan, key, member }
  const { from, to, group_by } = query
  if (from === undefined && to === undefined && group_by === undefined) return toUsageBody(state, parts)
  const sums = await sumUsage(db, {
    accountId,
    from: from ?? `${state.month}-01`,
    to: to ?? today,
    groupBy: group_by === undefined ? [] : parseUsageGroups(group_by),
  })
  return toUsageBody(state, { ...parts, usage: sums })
}
