import { tallySpeech } from '../../delivery/tally-speech.ts'
import { renderWordTiming } from '../../delivery/timing/render-word-timing.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { warnCaller } from '../answers/warn-caller.ts'
import type { App } from '../app.ts'
import { openAllotment } from '../requests/open-allotment.ts'
import { planRequest } from '../requests/plan-request.ts'
import type { Services } from '../services.ts'

/** POST /word-timing: a ZIP of the audio, the word times and the captions of one text. */
export function registerWordTimingRoute(app: App, services: Services): void {
  // Somebody waits for it, and it is kept in memory: it counts as a stream.
  app.post(
    '/word-timing',
    { config: { isStream: true, spokenField: 'text', bodyKind: 'text' } },
    async (request, reply) => {
      const signal = abortWhenCallerLeaves(reply)
      const planned = await planRequest(request.body, request, { services, signal })
      const { plan, output, textLength, includePhones } = planned
      const allotment = await openAllotment(request, [planned], services)
      const { resources, read } = tallySpeech(services.resources)
      const charge = await allotment.spend(textLength)
      warnCaller(reply, plan.warnings)
      try {
        const archive = await renderWordTiming(plan, resources, {
          output,
          signal,
          account: request.accountId,
          includePhones,
        })
        await charge.settle(read())
        return await reply.type('application/zip').send(archive)
      } finally {
        charge.refund()
      }
    },
  )
}
