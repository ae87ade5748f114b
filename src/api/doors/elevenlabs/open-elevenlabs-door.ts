import { createErrorHandler } from '../../answers/error-response.ts'
import type { App } from '../../app.ts'
import type { KeyHeader } from '../../requests/authenticate.ts'
import type { Services } from '../../services.ts'
import type { DoorContext } from '../open-doors.ts'
import { toElevenLabsError } from './elevenlabs-error.ts'
import { registerSpeechRoutes, registerTimestampRoutes } from './speech-routes.ts'
import { registerStreamInputRoute } from './stream-input-route.ts'

const ELEVENLABS_PREFIX = '/v1/text-to-speech'

/** The key as ElevenLabs' clients send it. */
const XI_API_KEY: KeyHeader = {
  name: 'xi-api-key',
  read: (headers) => headers['xi-api-key']?.toString(),
  orSession: false,
}

/** ElevenLabs' speech API, below /v1/text-to-speech. Errors have ElevenLabs' shape. `app` accepts WebSockets. */
export function openElevenLabsDoor(
  app: App,
  services: Services,
  { callers, answerNotFound, collect }: DoorContext,
): void {
  void app.register(
    async (scope: App) => {
      collect(scope, 'ElevenLabs')
      scope.setErrorHandler(createErrorHandler(toElevenLabsError))
      callers.guard(scope, { prefix: ELEVENLABS_PREFIX, keyHeader: XI_API_KEY })
      scope.setNotFoundHandler(answerNotFound)
      registerSpeechRoutes(scope, services)
      registerTimestampRoutes(scope, services)
      const guard = { prefix: ELEVENLABS_PREFIX, keyHeader: XI_API_KEY }
      registerStreamInputRoute(scope, {
        services,
        admit: (call) => callers.admit(call, guard),
        watch: (call, end) => callers.watch(call, guard, end),
      })
    },
    { prefix: ELEVENLABS_PREFIX },
  )
}
