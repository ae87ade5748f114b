import type { FastifyInstance } from 'fastify'
import type { CharacterQuota } from '../../accounts/character-quota.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { isStorageOutage } from '../../storage/storage-outage.ts'

/**
 * Reports the quota of the account in every answer, unless the storage that holds it fails. Needs `request.accountId` and `request.plan`.
 */
export function tellQuota(app: FastifyInstance, quota: CharacterQuota): void {
  app.addHook('onSend', async (request, reply) => {
    const { accountId, awaitsKey } = request
    // A request that is refused before its caller matters has no plan.
    const plan = request.plan as PlanLimits | undefined
    if (plan === undefined || awaitsKey) return
    const account = await quota.open(accountId, plan).catch((error: unknown) => {
      // The answer itself, an error mostly, is still right.
      if (isStorageOutage(error)) return undefined
      throw error
    })
    if (account === undefined) return
    const { limit, remaining, over, resetAt } = account.read()
    void reply.headers({
      'x-quota-limit': limit,
      'x-quota-remaining': remaining,
      'x-quota-reset': resetAt,
      ...(over > 0 && { 'x-quota-over': over }),
    })
  })
}
