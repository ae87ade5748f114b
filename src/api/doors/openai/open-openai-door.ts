import { createErrorHandler } from '../../answers/error-response.ts'
import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'
import { BEARER } from '../bearer.ts'
import type { DoorContext } from '../open-doors.ts'
import { registerModelRoutes, registerVoiceRoute } from './catalogue-routes.ts'
import { toOpenAiError } from './openai-error.ts'
import { registerSpeechRoute } from './speech-route.ts'

/** OpenAI's speech API: /v1/audio/speech, /v1/audio/voices and /v1/models. Errors have OpenAI's shape. */
export function openOpenAiDoor(app: App, services: Services, { callers, answerNotFound, collect }: DoorContext): void {
  const answerError = createErrorHandler(toOpenAiError)
  const open = (prefix: string, register: (scope: App) => void): void => {
    void app.register(
      async (scope: App) => {
        collect(scope, 'OpenAI')
        scope.setErrorHandler(answerError)
        callers.guard(scope, { prefix, keyHeader: BEARER })
        scope.setNotFoundHandler(answerNotFound)
        register(scope)
      },
      { prefix },
    )
  }
  open('/v1/audio', (scope) => {
    registerSpeechRoute(scope, services)
    registerVoiceRoute(scope, services)
  })
  open('/v1/models', registerModelRoutes)
}
