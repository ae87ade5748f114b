import type { Allotment } from '../../accounts/usage-ledger.ts'
import type { Services } from '../services.ts'
import { type CheckedCall, payerOf } from './authenticate.ts'
import type { PlannedRequest } from './plan-request.ts'

type Call = Pick<CheckedCall, 'accountId' | 'callerKey' | 'callerMember' | 'plan' | 'routeOptions'>

/** A text, or a further part of one that is written while it is spoken. */
export type AllottedText = Pick<PlannedRequest, 'speakerId' | 'textLength'> & { readonly isContinued?: boolean }

/** Returns what the texts of a request are charged to: the account, its key and the usage of the day, by default under its own path. */
export async function openAllotment(
  { accountId, callerKey, callerMember, plan, routeOptions }: Call,
  planned: readonly AllottedText[],
  { quota, usage }: Pick<Services, 'quota' | 'usage'>,
  endpoint = routeOptions.url?.split('/').findLast((part) => !part.startsWith(':')) ?? '',
): Promise<Allotment> {
  const payer = payerOf({ callerKey, callerMember })
  const account = await quota.open(accountId, plan, { key: payer })
  const texts = planned.map(({ speakerId, textLength, isContinued = false }) => {
    return { speakerId, characters: textLength, isContinued }
  })
  return usage.open(account, { accountId, endpoint, keyId: payer?.id }, texts)
}
