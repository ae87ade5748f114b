import { type Static, Type } from 'typebox'
import type { PlanLimits } from '../../../accounts/plan-fields.ts'
import type { Account } from '../../../storage/records/accounts.ts'
import { planLimitsSchema, toLimitsBody } from './plan.ts'

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' })
const plan = Type.String({ minLength: 1, maxLength: 64, description: 'The name of a plan' })
const CHANGEABLE = ['active', 'suspended'] as const

export const accountInputSchema = Type.Object({ name, plan: Type.Optional(plan) })

export const accountPatchSchema = Type.Object({
  plan: Type.Optional(plan),
  status: Type.Optional(
    Type.Unsafe<(typeof CHANGEABLE)[number]>({
      type: 'string',
      enum: CHANGEABLE,
      description: 'The keys of a suspended account answer 403',
    }),
  ),
})

export const accountSchema = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  status: Type.Unsafe<Account['status']>({ type: 'string', enum: ['active', 'suspended', 'deleted'] }),
  created_at: Type.Integer({ description: 'Epoch milliseconds' }),
})

/** An account as its own callers see it. */
export const ownAccountSchema = Type.Object({ ...accountSchema.properties, limits: planLimitsSchema })

export const accountListSchema = Type.Object({ count: Type.Integer(), accounts: Type.Array(accountSchema) })

export function toAccountBody({ id, name, plan, status, createdAt }: Account): Static<typeof accountSchema> {
  return { account_id: id, name, plan, status, created_at: createdAt }
}

export function toOwnAccountBody(account: Account, limits: PlanLimits): Static<typeof ownAccountSchema> {
  return { ...toAccountBody(account), limits: toLimitsBody(limits) }
}
