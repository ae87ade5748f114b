import type { ServiceError } from '../../../errors.ts'
import { createErrorHandler } from '../../answers/error-response.ts'
import type { App } from '../../app.ts'
import type { KeyHeader } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import { BEARER } from '../bearer.ts'
import { toElevenLabsError } from '../elevenlabs/elevenlabs-error.ts'
import { isElevenLabsCall, orElevenLabsKey } from '../elevenlabs/is-elevenlabs-call.ts'
import type { DoorContext } from '../open-doors.ts'
import { registerAudioModelRoute, registerModelRoutes, registerVoiceRoute } from './catalogue-routes.ts'
import { toOpenAiError } from './openai-error.ts'
import { registerSpeechRoute } from './speech-route.ts'

/** The key as clients of OpenAI's API send it, or those of Azure. */
const KEY: KeyHeader = { ...BEARER, read: (headers) => BEARER.read(headers) ?? headers['api-key']?.toString() }

/** ElevenLabs' API has its models here too. */
const MODELS_PREFIX = '/v1/models'

/** OpenAI's speech API: /v1/audio/speech, /v1/audio/voices and /v1/models. Errors have OpenAI's shape. */
export function openOpenAiDoor(app: App, services: Services, { callers, answerNotFound, collect }: DoorContext): void {
  const answerError = createErrorHandler(toOpenAiError)
  const answerElevenLabsError = createErrorHandler(toElevenLabsError)
  const open = (prefix: string, register: (scope: App) => void, isPublic = false): void => {
    void app.register(
      async (scope: App) => {
        collect(scope, 'OpenAI')
        scope.setErrorHandler((error, request, reply) => {
          const answer = prefix === MODELS_PREFIX && isElevenLabsCall(request) ? answerElevenLabsError : answerError
          answer(error as ServiceError, request, reply)
        })
        if (!isPublic) {
          callers.guard(scope, { prefix, keyHeader: prefix === MODELS_PREFIX ? orElevenLabsKey(KEY) : KEY })
          scope.setNotFoundHandler(answerNotFound)
        }
        register(scope)
      },
      { prefix },
    )
  }
  const { publicVoiceList } = services.doors
  const registerLists = (scope: App): void => {
    registerVoiceRoute(scope, services)
    registerAudioModelRoute(scope)
  }
  open('/v1/audio', (scope) => {
    registerSpeechRoute(scope, services)
    if (!publicVoiceList) registerLists(scope)
  })
  if (publicVoiceList) open('/v1/audio', registerLists, true)
  open(MODELS_PREFIX, registerModelRoutes)
}
