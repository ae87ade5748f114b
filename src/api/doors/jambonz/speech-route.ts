import { contentTypeOf } from '../../../delivery/files/content-types.ts'
import { streamSpeech } from '../../../delivery/streams/stream-speech.ts'
import { sendAudio } from '../../answers/send-audio.ts'
import type { App } from '../../app.ts'
import { openSpeech } from '../../requests/open-speech.ts'
import { readRequest } from '../../requests/plan-request.ts'
import type { Services } from '../../services.ts'
import { warnOfLanguage } from '../warn-of-language.ts'
import { parseJambonzSpeech } from './jambonz-body.ts'

/** POST /speech: the audio of one text while it is made. `Content-Type` says its format: MP3, or what `Accept` asks for. */
export function registerJambonzSpeechRoute(app: App, services: Services): void {
  const { catalogue } = services.resources
  app.post('/speech', { config: { isStream: true, spokenField: 'text', bodyKind: 'text' } }, async (call, reply) => {
    const { body, ssml, language } = parseJambonzSpeech(call.body, catalogue)
    const read = await readRequest(body, call, services)
    const request = { ...read.request, ssml, door: { cues: false }, mayBeSilent: true }
    const warnings = warnOfLanguage(language, read.request.voice)
    const speech = await openSpeech({ ...read, request }, { request: call, reply, warnings }, services)
    const { plan, output, resources, listening } = speech
    const audio = speech.settle(streamSpeech(plan, resources, listening))
    return await sendAudio(reply, audio, { contentType: contentTypeOf(output.format), signal: listening.signal })
  })
}
