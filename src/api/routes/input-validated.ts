import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import type { App } from '../app.ts'
import { planRequest } from '../requests/plan-request.ts'
import type { Services } from '../services.ts'

/** POST /input_validated: whether /stream would speak this body; answers the error that it would give. */
export function registerInputValidatedRoute(app: App, services: Services): void {
  app.post('/input_validated', { config: { spokenField: 'text', bodyKind: 'text' } }, async (request, reply) => {
    await planRequest(request.body, request, { services, signal: abortWhenCallerLeaves(reply) })
    return { message: 'OK' }
  })
}
