import type { FastifyRequest } from 'fastify'
import type { Allotment } from '../../accounts/usage-ledger.ts'
import type { Services } from '../services.ts'
import type { PlannedRequest } from './plan-request.ts'

type Call = Pick<FastifyRequest, 'accountId' | 'callerKey' | 'plan' | 'routeOptions'>

/** Returns what the texts of a request are charged to: the account, its key and the usage of the day. */
export async function openAllotment(
  { accountId, callerKey, plan, routeOptions }: Call,
  planned: readonly PlannedRequest[],
  { quota, usage }: Pick<Services, 'quota' | 'usage'>,
): Promise<Allotment> {
  const account = await quota.open(accountId, plan)
  const endpoint = routeOptions.url?.split('/').at(-1) ?? ''
  const texts = planned.map(({ speakerId, textLength }) => ({ speakerId, characters: textLength }))
  return await usage.open(account, { accountId, endpoint, key: callerKey }, texts)
}
