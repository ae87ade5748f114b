import { Type } from 'typebox'
import type { Avatar } from '../../../voices/voice.ts'
import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'
import { describeElevenLabsModels } from '../elevenlabs/elevenlabs-models.ts'
import { isElevenLabsCall } from '../elevenlabs/is-elevenlabs-call.ts'
import { voiceNameOf } from '../find-voice-by-name.ts'
import { describeModel, isSpeechModel, SPEECH_MODELS } from './models.ts'
import { ParameterError } from './openai-error.ts'
import { audioModelListSchema, modelListSchema, modelSchema, voiceListSchema } from './openai-schemas.ts'
import { findOpenAiVoice, OPENAI_VOICE_NAMES } from './openai-voices.ts'

/** GET /models and /models/:model, which ElevenLabs' API has too. */
export function registerModelRoutes(app: App): void {
  app.get('/', { schema: { response: { 200: modelListSchema } } }, async (request, reply) => {
    // ElevenLabs' API has its models at the same path, in another shape.
    if (isElevenLabsCall(request)) {
      const models = JSON.stringify(describeElevenLabsModels(request.plan.charactersPerText))
      return reply.type('application/json; charset=utf-8').send(models as never)
    }
    return { object: 'list' as const, data: SPEECH_MODELS.map(describeModel) }
  })
  const schema = { params: Type.Object({ model: Type.String() }), response: { 200: modelSchema } }
  app.get('/:model', { schema }, async ({ params: { model } }) => {
    if (isSpeechModel(model)) return describeModel(model)
    const message = `Cannot find the model ${JSON.stringify(model)}: expected ${SPEECH_MODELS.join(', ')}`
    throw new ParameterError(message, { param: 'model', code: 'model_not_found', status: 404 })
  })
}

/** GET /audio/models: the models once more. OpenAI has no such path, but tools ask for it. */
export function registerAudioModelRoute(app: App): void {
  app.get('/models', { schema: { response: { 200: audioModelListSchema } } }, async () => ({
    models: SPEECH_MODELS.map((id) => ({ id, name: id })),
  }))
}

/** GET /audio/voices: every name that `voice` can be, OpenAI's first. OpenAI has no such path, but tools ask for it. */
export function registerVoiceRoute(app: App, { resources }: Pick<Services, 'resources'>): void {
  const { catalogue } = resources
  app.get('/voices', { schema: { response: { 200: voiceListSchema } } }, async () => {
    const aliases = OPENAI_VOICE_NAMES.flatMap((name) => {
      const voice = findOpenAiVoice(catalogue, name)
      return voice === undefined ? [] : [describeVoice(name, voice.avatar)]
    })
    const own = catalogue.voices.map(({ avatar }) => describeVoice(voiceNameOf(avatar), avatar))
    return { voices: [...aliases, ...own] }
  })
}

function describeVoice(id: string, { name, style, gender, locale, id: speakerId }: Avatar) {
  return { id, name: `${name} (${style})`, gender, language: locale.replace('_', '-'), speaker_id: speakerId }
}
