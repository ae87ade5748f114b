import type { App } from '../../app.ts'
import type { Services } from '../../services.ts'
import { BEARER } from '../bearer.ts'
import type { DoorContext } from '../open-doors.ts'
import { registerJambonzSpeechRoute } from './speech-route.ts'
import { registerJambonzStreamRoute } from './stream-route.ts'

const PREFIX = '/v1/jambonz'

/**
 * The API that jambonz calls for custom speech vendors: https://docs.jambonz.org/guides/features/custom-tts-providers. `app` accepts
 * WebSockets.
 */
export function openJambonzDoor(app: App, services: Services, { callers, answerNotFound }: DoorContext): void {
  const guard = { prefix: PREFIX, keyHeader: BEARER }
  void app.register(
    async (scope: App) => {
      callers.guard(scope, guard)
      scope.setNotFoundHandler(answerNotFound)
      registerJambonzSpeechRoute(scope, services)
      registerJambonzStreamRoute(scope, {
        services,
        admit: (call) => callers.admit(call, guard),
        watch: (call, end) => callers.watch(call, guard, end),
      })
    },
    { prefix: PREFIX },
  )
}
