import { Type } from 'typebox'
import { changePlan, createPlan, removePlan } from '../../../accounts/management/manage-plans.ts'
import { listAllPlans } from '../../../accounts/plans.ts'
import { ServiceError } from '../../../errors.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  planInputSchema,
  planListSchema,
  planPatchSchema,
  planSchema,
  toPlanBody,
  toPlanLimits,
} from '../../schemas/administration/plan.ts'
import type { Services } from '../../services.ts'

const ITEM = '/admin/plans/:plan'

/** /admin/plans: the limits that accounts can have. */
export function registerPlanRoutes(app: App, { db, limits, clock }: Services): void {
  const find = async (name: string) => {
    const plan = (await listAllPlans(db, limits)).find((one) => one.name === name)
    if (plan === undefined) throw new ServiceError('NOT_FOUND', `Cannot find plan "${name}"`)
    return plan
  }

  app.get('/admin/plans', { schema: { response: { 200: planListSchema } } }, async () => {
    const plans = await listAllPlans(db, limits)
    return { count: plans.length, plans: plans.map(toPlanBody) }
  })

  app.post('/admin/plans', { schema: { body: planInputSchema, response: { 200: planSchema } } }, async (request) => {
    const { plan, limits: fields } = request.body
    await createPlan(db, { name: plan, fields: toPlanLimits(fields) }, changedBy(request, clock()))
    return toPlanBody(await find(plan))
  })

  const schema = { params: Type.Object({ plan: Type.String() }), response: { 200: planSchema } }

  app.get(ITEM, { schema }, async ({ params }) => toPlanBody(await find(params.plan)))

  app.patch(ITEM, { schema: { ...schema, body: planPatchSchema } }, async (request) => {
    const { plan } = request.params
    await find(plan)
    await changePlan(db, { name: plan, fields: toPlanLimits(request.body) }, changedBy(request, clock()))
    return toPlanBody(await find(plan))
  })

  app.delete(ITEM, { schema }, async (request) => {
    const plan = await find(request.params.plan)
    await removePlan(db, plan.name, changedBy(request, clock()))
    return toPlanBody(plan)
  })
}
