import { contentTypeOf } from '../../../delivery/files/content-types.ts'
import { streamSpeech } from '../../../delivery/streams/stream-speech.ts'
import { sendAudio } from '../../answers/send-audio.ts'
import type { App } from '../../app.ts'
import { openSpeech } from '../../requests/open-speech.ts'
import { readRequest } from '../../requests/plan-request.ts'
import type { Services } from '../../services.ts'
import { atSpeed } from '../at-speed.ts'
import { parseOpenAiSpeech } from './speech-body.ts'

/** POST /audio/speech: the audio of one text while it is made, as bytes or as server-sent events. */
export function registerSpeechRoute(app: App, services: Services): void {
  const { catalogue } = services.resources
  app.post('/speech', { config: { isStream: true, spokenField: 'input', bodyKind: 'text' } }, async (call, reply) => {
    const { body, speed, asEvents, warnings } = parseOpenAiSpeech(call.body, catalogue)
    const read = await readRequest(body, call, services)
    const speech = await openSpeech(
      { ...read, request: { ...atSpeed(read.request, speed), door: { cues: false }, mayBeSilent: true } },
      { request: call, reply, warnings },
      services,
    )
    const { plan, output, textLength, resources, listening } = speech
    const { signal } = listening
    const audio = speech.settle(streamSpeech(plan, resources, listening))
    if (asEvents)
      return await sendAudio(reply, toEvents(audio, textLength), { contentType: 'text/event-stream', signal })
    return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal })
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
