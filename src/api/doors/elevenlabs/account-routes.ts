import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'

const subscriptionSchema = Type.Object({
  tier: Type.String(),
  status: Type.String(),
  character_count: Type.Integer({ description: 'Characters of this month' }),
  character_limit: Type.Integer(),
  max_credit_limit_extension: Type.Integer(),
  next_character_count_reset_unix: Type.Integer({ description: 'Epoch seconds' }),
  can_extend_character_limit: Type.Boolean(),
  allowed_to_extend_character_limit: Type.Boolean(),
  voice_slots_used: Type.Integer(),
  professional_voice_slots_used: Type.Integer(),
  professional_voice_slots_used_in_workspace: Type.Integer(),
  voice_limit: Type.Integer(),
  max_voice_add_edits: Type.Integer(),
  voice_add_edit_counter: Type.Integer(),
  professional_voice_limit: Type.Integer(),
  can_extend_voice_limit: Type.Boolean(),
  can_use_instant_voice_cloning: Type.Boolean(),
  can_use_professional_voice_cloning: Type.Boolean(),
  character_refresh_period: Type.String(),
  current_overage: Type.Object({ amount: Type.String(), currency: Type.String() }),
  open_invoices: Type.Array(Type.Object({})),
  has_open_invoices: Type.Boolean(),
})

const userSchema = Type.Object({
  user_id: Type.String({ description: 'The account' }),
  workspace_id: Type.String({ description: 'The account' }),
  seat_type: Type.String(),
  subscription: subscriptionSchema,
  is_new_user: Type.Boolean(),
  can_use_delayed_payment_methods: Type.Boolean(),
  is_onboarding_completed: Type.Boolean(),
  is_onboarding_checklist_completed: Type.Boolean(),
  created_at: Type.Integer(),
})

/** GET /v1/user and /v1/user/subscription: the account's quota of the month. */
export function registerAccountRoutes(app: App, { quota }: Pick<Services, 'quota'>): void {
  const subscribe = async (call: FastifyRequest): Promise<Static<typeof subscriptionSchema>> => {
    const { used, limit, resetAt } = (await quota.open(call.accountId, call.plan)).read()
    return {
      ...NOTHING_TO_BUY,
      character_count: used,
      character_limit: limit,
      next_character_count_reset_unix: Math.floor(resetAt / 1000),
    }
  }
  app.get('/', { schema: { response: { 200: userSchema } } }, async (call) => ({
    user_id: call.accountId,
    workspace_id: call.accountId,
    seat_type: 'workspace_member',
    subscription: await subscribe(call),
    is_new_user: false,
    can_use_delayed_payment_methods: false,
    is_onboarding_completed: true,
    is_onboarding_checklist_completed: true,
    created_at: 0,
  }))
  app.get('/subscription', { schema: { response: { 200: subscriptionSchema } } }, subscribe)
}

/** What has no counterpart here. */
const NOTHING_TO_BUY = {
  tier: 'self_hosted',
  status: 'active',
  can_extend_character_limit: false,
  max_credit_limit_extension: 0,
  allowed_to_extend_character_limit: false,
  voice_slots_used: 0,
  professional_voice_slots_used: 0,
  professional_voice_slots_used_in_workspace: 0,
  voice_limit: 0,
  max_voice_add_edits: 0,
  voice_add_edit_counter: 0,
  professional_voice_limit: 0,
  can_extend_voice_limit: false,
  can_use_instant_voice_cloning: false,
  can_use_professional_voice_cloning: false,
  character_refresh_period: 'monthly_period',
  has_open_invoices: false,
  current_overage: { amount: '0', currency: 'usd' },
  open_invoices: [],
}
