import { endAccountSession, listAccountSessions } from '../../../accounts/management/manage-sessions.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  sessionListSchema,
  sessionParametersSchema,
  sessionSchema,
  toSessionBody,
} from '../../schemas/administration/session.ts'
import type { Services } from '../../services.ts'

/** /sessions: the browsers that are signed in to the caller's own account. */
export function registerSessionListRoutes(app: App, { db, clock }: Services): void {
  app.get('/sessions', { schema: { response: { 200: sessionListSchema } } }, async ({ accountId, sessionId }) => {
    const sessions = await listAccountSessions(db, accountId, clock())
    return { count: sessions.length, sessions: sessions.map((session) => toSessionBody(session, sessionId)) }
  })

  app.delete(
    '/sessions/:session_id',
    { schema: { params: sessionParametersSchema, response: { 200: sessionSchema } } },
    async (request) => {
      const { accountId, scopes, sessionId: ownSessionId, params } = request
      const ended = { accountId, scopes, ownSessionId, sessionId: params.session_id }
      return toSessionBody(await endAccountSession(db, ended, changedBy(request, clock())), ownSessionId)
    },
  )
}
