import { contentTypeOf } from '../../delivery/files/content-types.ts'
import { streamSpeech } from '../../delivery/streams/stream-speech.ts'
import { streamTimedSpeech, type TimedSpeechPart } from '../../delivery/streams/stream-timed-speech.ts'
import { type BodyPart, formatMultipart } from '../answers/format-multipart.ts'
import { sendAudio } from '../answers/send-audio.ts'
import type { App } from '../app.ts'
import { acceptsMultipart } from '../requests/accepts-multipart.ts'
import { openSpeech } from '../requests/open-speech.ts'
import { readRequest } from '../requests/plan-request.ts'
import { toTimingPartBody } from '../schemas/timing-part.ts'
import type { Services } from '../services.ts'

/** POST /stream: the audio of one text, sent while it is made, with word times in between if both body and `Accept` header ask for them. */
export function registerStreamRoute(app: App, services: Services): void {
  app.post('/stream', { config: { isStream: true, spokenField: 'text', bodyKind: 'text' } }, async (request, reply) => {
    const read = await readRequest(request.body, request, services)
    const { plan, output, includeWordTiming, includePhones, resources, listening, settle } = await openSpeech(
      read,
      { request, reply },
      services,
    )
    const { signal } = listening
    const contentType = contentTypeOf(output.format)
    if (includeWordTiming && acceptsMultipart(request.headers.accept)) {
      const parts = streamTimedSpeech(plan, resources, listening)
      const multipart = formatMultipart(toBodyParts(parts, { audioType: contentType, includePhones }))
      return await sendAudio(reply, settle(multipart.bytes), { contentType: multipart.contentType, signal })
    }
    return await sendAudio(reply, settle(streamSpeech(plan, resources, listening)), { contentType, signal })
  })
}

type BodyOptions = { readonly audioType: string; readonly includePhones: boolean }

async function* toBodyParts(
  parts: AsyncIterable<TimedSpeechPart>,
  { audioType, includePhones }: BodyOptions,
): AsyncGenerator<BodyPart> {
  for await (const part of parts) {
    yield part.kind === 'audio'
      ? { contentType: audioType, body: part.bytes }
      : { contentType: 'application/json', body: JSON.stringify(toTimingPartBody(part, { includePhones })) }
  }
}
