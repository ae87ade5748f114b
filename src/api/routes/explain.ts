import { explainSpeech } from '../../delivery/planning/explain-speech.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import type { App } from '../app.ts'
import { readRequest } from '../requests/plan-request.ts'
import { explanationSchema, toExplanationBody } from '../schemas/explanation.ts'
import type { Services } from '../services.ts'

/** POST /explain: what /stream says for this body, word by word, and why. */
export function registerExplainRoute(app: App, services: Services): void {
  app.post(
    '/explain',
    { config: { spokenField: 'text', bodyKind: 'text' }, schema: { response: { 200: explanationSchema } } },
    async (call, reply) => {
      const { request } = await readRequest(call.body, call, services)
      const signal = abortWhenCallerLeaves(reply)
      return toExplanationBody(await explainSpeech(request, services.resources, { signal }))
    },
  )
}
