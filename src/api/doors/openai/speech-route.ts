import { charge } from '../../../accounts/character-quota.ts'
import { streamSpeech } from '../../../delivery/streams/stream-speech.ts'
import { abortWhenCallerLeaves } from '../../answers/caller-left.ts'
import { sendAudio } from '../../answers/send-audio.ts'
import type { App } from '../../app.ts'
import { observeStream } from '../../metrics/observe-stream.ts'
import { contentTypeOf } from '../../requests/accept-format.ts'
import { openAllotment } from '../../requests/open-allotment.ts'
import { planRead, readRequest } from '../../requests/plan-request.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import { parseOpenAiSpeech } from './speech-body.ts'

/** POST /audio/speech: the audio of one text while it is made, as bytes or as server-sent events. */
export function registerSpeechRoute(app: App, services: Services): void {
  const { resources, metrics } = services
  app.post('/speech', { config: { isStream: true } }, async (call, reply) => {
    const { body, speed, asEvents, warnings } = parseOpenAiSpeech(call.body, resources.catalogue)
    const read = await readRequest(body, call, services)
    const planned = planRead({ ...read, request: atSpeed(read.request, speed) }, services)
    const { plan, output, textLength } = planned
    const allotment = await openAllotment(call, [planned], services)
    const signal = abortWhenCallerLeaves(reply)
    void reply.header('x-text-length', textLength)
    if (warnings.length > 0) void reply.header('x-declaim-warning', warnings.join('; '))
    return await charge(allotment, textLength, async () => {
      const audio = observeStream(
        streamSpeech(plan, resources, { output, signal, account: call.accountId }),
        reply,
        metrics,
      )
      if (asEvents)
        return await sendAudio(reply, toEvents(audio, textLength), { contentType: 'text/event-stream', signal })
      return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal })
    })
  })
}

/** The audio as OpenAI's events. Usage counts characters, because nothing here is made of tokens. */
async function* toEvents(audio: AsyncIterable<Uint8Array>, textLength: number): AsyncGenerator<Uint8Array> {
  for await (const bytes of audio) {
    yield formatEvent({ type: 'speech.audio.delta', audio: Buffer.from(bytes).toString('base64') })
  }
  const usage = { input_tokens: textLength, output_tokens: 0, total_tokens: textLength }
  yield formatEvent({ type: 'speech.audio.done', usage })
}

function formatEvent(event: object): Uint8Array {
  return Buffer.from(`data: ${JSON.stringify(event)}\n\n`)
}
