import { streamSpeech } from '../../rendering/stream-speech.ts'
import { contentTypeOf } from '../accept-format.ts'
import type { App } from '../app.ts'
import { observeStream } from '../metrics/observe-stream.ts'
import { planRequest } from '../plan-request.ts'
import { abortWhenCallerLeaves, sendAudio } from '../send-audio.ts'
import type { Services } from '../services.ts'

/** POST /stream: the audio of one text, sent while it is made. */
export function registerStreamRoute(app: App, services: Services): void {
  app.post('/stream', async (request, reply) => {
    const { plan, output, textLength } = await planRequest(request.body, request, services)
    const allotment = await services.quota.open(request.accountId)
    allotment.spend(textLength)
    const signal = abortWhenCallerLeaves(reply)
    void reply.header('x-text-length', textLength)
    const speech = streamSpeech(plan, services.resources, { output, signal })
    const audio = observeStream(speech, reply, services.metrics)
    return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal })
  })
}
