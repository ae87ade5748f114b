import type { FastifyInstance } from 'fastify'
import type { CharacterQuota } from '../../accounts/character-quota.ts'

/** Tells on every answer how the account stands; a caller without a good key has spent nothing. Needs `request.accountId`. */
export function tellQuota(app: FastifyInstance, quota: CharacterQuota): void {
  app.addHook('onSend', async ({ accountId }, reply) => {
    const { limit, remaining, resetAt } = (await quota.open(accountId)).read()
    void reply.headers({
      'x-quota-limit': limit,
      'x-quota-remaining': remaining,
      'x-quota-reset': resetAt,
    })
  })
}
