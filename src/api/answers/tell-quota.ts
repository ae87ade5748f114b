import type { FastifyInstance } from 'fastify'
import type { CharacterQuota } from '../../accounts/character-quota.ts'

/** Reports the quota of the account in every answer. Needs `request.accountId` and `request.plan`. */
export function tellQuota(app: FastifyInstance, quota: CharacterQuota): void {
  app.addHook('onSend', async ({ accountId, plan }, reply) => {
    const { limit, remaining, over, resetAt } = (await quota.open(accountId, plan)).read()
    void reply.headers({
      'x-quota-limit': limit,
      'x-quota-remaining': remaining,
      'x-quota-reset': resetAt,
      ...(over > 0 && { 'x-quota-over': over }),
    })
  })
}
