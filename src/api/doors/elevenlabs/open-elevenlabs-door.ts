import type { FastifyRequest } from 'fastify'
import type { ServiceError } from '../../../errors.ts'
import { createErrorHandler } from '../../answers/error-response.ts'
import type { App } from '../../app.ts'
import type { CheckedCall } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import type { DoorContext } from '../open-doors.ts'
import { registerAccountRoutes } from './account-routes.ts'
import { registerDictionaryRoutes } from './dictionary-routes.ts'
import { toElevenLabsError } from './elevenlabs-error.ts'
import { XI_API_KEY } from './is-elevenlabs-call.ts'
import { registerMultiStreamInputRoute } from './multi-stream-input-route.ts'
import { takeKeyOfQuery } from './socket-caller.ts'
import { registerSpeechRoutes, registerTimestampRoutes } from './speech-routes.ts'
import { registerStreamInputRoute } from './stream-input-route.ts'
import { registerVoicePageRoute, registerVoiceRoutes } from './voice-routes.ts'

const SPEECH_PREFIX = '/v1/text-to-speech'

/** Parts of ElevenLabs' API that are not answered here. What is asked of them is refused in its shape. */
const OTHER_PREFIXES = [
  '/v1/history',
  '/v1/text-to-dialogue',
  '/v1/text-to-voice',
  '/v1/speech-to-speech',
  '/v1/speech-to-text',
  '/v1/sound-generation',
  '/v1/audio-isolation',
  '/v1/dubbing',
  '/v1/studio',
  '/v1/convai',
]

/** ElevenLabs' API: speech, voices and the account. Errors have ElevenLabs' shape. `app` accepts WebSockets. */
export function openElevenLabsDoor(
  app: App,
  services: Services,
  { callers, answerNotFound, collect }: DoorContext,
): void {
  const answerError = createErrorHandler(toElevenLabsError)
  const open = (
    prefix: string,
    register: (scope: App) => void,
    { isDescribed = true, scopesFrom = prefix }: { readonly isDescribed?: boolean; readonly scopesFrom?: string } = {},
  ): void => {
    void app.register(
      async (scope: App) => {
        if (isDescribed) collect(scope, 'ElevenLabs')
        scope.setErrorHandler(answerError)
        takeKeyOfQuery(scope)
        callers.guard(scope, { prefix: scopesFrom, keyHeader: XI_API_KEY, keyMayFollow: true })
        scope.setNotFoundHandler(answerNotFound)
        register(scope)
      },
      { prefix },
    )
  }
  open(SPEECH_PREFIX, (scope) => {
    registerSpeechRoutes(scope, services)
    registerTimestampRoutes(scope, services)
    const guard = { prefix: SPEECH_PREFIX, keyHeader: XI_API_KEY }
    const context = {
      services,
      admit: (call: CheckedCall) => callers.admit(call, guard),
      welcome: (call: FastifyRequest) => callers.welcome(call, guard),
      takePlace: (call: CheckedCall) => callers.takePlace(call),
      watch: (call: CheckedCall, end: (reason: ServiceError) => void) => callers.watch(call, guard, end),
    }
    registerStreamInputRoute(scope, context)
    registerMultiStreamInputRoute(scope, context)
  })
  open('/v1/voices', (scope) => registerVoiceRoutes(scope, services))
  open('/v2/voices', (scope) => registerVoicePageRoute(scope, services), { isDescribed: false })
  open('/v1/pronunciation-dictionaries', (scope) => registerDictionaryRoutes(scope, services), { scopesFrom: '/v1' })
  open('/v1/user', (scope) => registerAccountRoutes(scope, services))
  for (const prefix of OTHER_PREFIXES) open(prefix, () => {}, { isDescribed: false })
}
