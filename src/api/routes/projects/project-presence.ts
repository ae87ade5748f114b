import { findProject } from '../../../storage/records/projects.ts'
import type { App } from '../../app.ts'
import { presenceInputSchema, presenceSchema, toPresenceBody, toPresentPage } from '../../schemas/presence.ts'
import { projectParametersSchema } from '../../schemas/project.ts'
import type { Services } from '../../services.ts'
import { keyOf } from './project-key.ts'

const schema = { params: projectParametersSchema, body: presenceInputSchema, response: { 200: presenceSchema } }

/** Registers the route by which pages report that they have a project open. Calls arrive once a second, so they are neither stored nor audited. */
export function registerProjectPresenceRoute(app: App, { db, presence }: Pick<Services, 'db' | 'presence'>): void {
  app.post('/projects/:project_id/presence', { schema }, async (request) => {
    const { body, callerMember, callerKey, sessionId } = request
    const { position } = await findProject(db, keyOf(request))
    const page = toPresentPage(body, callerMember)
    // Whoever learns the id of somebody's page cannot move its cursor.
    const caller = callerMember?.id ?? callerKey?.id ?? sessionId ?? ''
    presence.note(position, caller, page, body.is_open ?? true)
    return toPresenceBody(presence.list(position).filter(({ pageId }) => pageId !== page.pageId))
  })
}
