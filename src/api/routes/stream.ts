import { expectListener } from '../../delivery/streams/expect-listener.ts'
import { streamSpeech } from '../../delivery/streams/stream-speech.ts'
import { streamTimedSpeech, type TimedSpeechPart } from '../../delivery/streams/stream-timed-speech.ts'
import { tallySpeech } from '../../delivery/tally-speech.ts'
import { abortWhenCallerLeaves } from '../answers/caller-left.ts'
import { type BodyPart, formatMultipart } from '../answers/format-multipart.ts'
import { sendAudio } from '../answers/send-audio.ts'
import { settleStream } from '../answers/settle-stream.ts'
import type { App } from '../app.ts'
import { observeStream } from '../metrics/observe-stream.ts'
import { contentTypeOf } from '../requests/accept-format.ts'
import { acceptsMultipart } from '../requests/accepts-multipart.ts'
import { openAllotment } from '../requests/open-allotment.ts'
import { planRead, readRequest } from '../requests/plan-request.ts'
import { toTimingPartBody } from '../schemas/timing-part.ts'
import type { Services } from '../services.ts'

/** POST /stream: the audio of one text, sent while it is made, with word times in between if both body and `Accept` header ask for them. */
export function registerStreamRoute(app: App, services: Services): void {
  app.post('/stream', { config: { isStream: true } }, async (request, reply) => {
    const read = await readRequest(request.body, request, services)
    const listener = expectListener(read.request, { account: request.accountId }, services.resources)
    reply.raw.once('close', () => listener.leave())
    const planned = planRead(read, services)
    const { plan, output, textLength, includeWordTiming } = planned
    const allotment = await openAllotment(request, [planned], services)
    const signal = abortWhenCallerLeaves(reply)
    const listening = { output, signal, account: request.accountId, listener }
    void reply.header('x-text-length', textLength)
    const contentType = contentTypeOf(output.format)
    const { resources, read: spoken } = tallySpeech(services.resources)
    const charge = await allotment.spend(textLength)
    const settle = (bytes: AsyncIterable<Uint8Array>) =>
      observeStream(settleStream(bytes, { charge, spoken, signal }), reply, services.metrics)
    if (includeWordTiming && acceptsMultipart(request.headers.accept)) {
      const parts = streamTimedSpeech(plan, resources, listening)
      const multipart = formatMultipart(toBodyParts(parts, contentType))
      return await sendAudio(reply, settle(multipart.bytes), { contentType: multipart.contentType, signal })
    }
    return await sendAudio(reply, settle(streamSpeech(plan, resources, listening)), { contentType, signal })
  })
}

async function* toBodyParts(parts: AsyncIterable<TimedSpeechPart>, audioType: string): AsyncGenerator<BodyPart> {
  for await (const part of parts) {
    yield part.kind === 'audio'
      ? { contentType: audioType, body: part.bytes }
      : { contentType: 'application/json', body: JSON.stringify(toTimingPartBody(part)) }
  }
}
