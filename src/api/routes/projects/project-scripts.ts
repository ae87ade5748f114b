import { encodeStateVector } from 'yjs'
import { checkProjectBytes } from '../../../accounts/project-limits.ts'
import { readScript } from '../../../projects/read-script.ts'
import { applyForeignUpdate, encodeMissing } from '../../../projects/shared-state.ts'
import { writeScript } from '../../../projects/write-script.ts'
import { findLibraryRevisions } from '../../../storage/records/libraries.ts'
import { findProject, findProjectRevisions } from '../../../storage/records/projects.ts'
import { createEventStreams, hasNews, NOTHING_NEW } from '../../answers/event-streams.ts'
import type { App } from '../../app.ts'
import {
  changesQuerySchema,
  projectParametersSchema,
  updateInputSchema,
  updateSchema,
  updatesQuerySchema,
} from '../../schemas/project.ts'
import { parseScript, scriptInputSchema, scriptSchema, toScriptBody } from '../../schemas/script.ts'
import type { Services } from '../../services.ts'
import { changeScript } from './change-script.ts'
import { formatBytes, parseBytes } from './parse-bytes.ts'
import { keyOf } from './project-key.ts'

const params = projectParametersSchema

/** The script of a project: whole as JSON, and by the updates of those who edit it at once. */
export function registerProjectScriptRoutes(app: App, services: Services): void {
  registerWholeScript(app, services)
  registerUpdates(app, services)
  registerChanges(app, services)
}

function registerWholeScript(app: App, services: Services): void {
  const schema = { params, response: { 200: scriptSchema } }
  app.get('/projects/:project_id/script', { schema }, async (request) =>
    services.scripts.read(keyOf(request), (doc, { revision }) => toScriptBody(readScript(doc), revision)),
  )

  app.put(
    '/projects/:project_id/script',
    { config: { bodyKind: 'script' }, schema: { ...schema, body: scriptInputSchema } },
    async (request) => {
      const { accountId, body: given } = request
      await findLibraryRevisions(services.db, { accountId, libraryIds: given.library_ids ?? [] })
      let body = {} as ReturnType<typeof toScriptBody>
      return await changeScript(request, services, {
        edit: (doc) => {
          const script = parseScript(given, readScript(doc))
          writeScript(doc, script)
          body = toScriptBody(script)
        },
        answer: async (_, { revision }) => ({ ...body, revision }),
      })
    },
  )
}

/** Not audited: somebody who types sends an update a second. Versions keep what scripts were. */
function registerUpdates(app: App, { scripts, moderation, projects }: Services): void {
  const response = { 200: updateSchema }
  app.get(
    '/projects/:project_id/updates',
    { schema: { params, querystring: updatesQuerySchema, response } },
    async (request) => {
      const vector = parseVector(request.query.state_vector)
      return await scripts.read(keyOf(request), (doc, { revision }) => ({
        revision,
        update: formatBytes(encodeMissing(doc, vector)),
        state_vector: formatBytes(encodeStateVector(doc)),
      }))
    },
  )

  app.post(
    '/projects/:project_id/updates',
    { config: { bodyKind: 'update' }, schema: { params, body: updateInputSchema, response } },
    async (request) => {
      const { accountId, plan, body } = request
      const update = parseBytes(body.update, 'update')
      const vector = parseVector(body.state_vector)
      const answer = await scripts.change(keyOf(request), {
        edit: (doc) => applyForeignUpdate(doc, update),
        terms: await moderation.termsOf(accountId),
        finish: async (transaction, { project: { revision }, doc, hasChanged }) => {
          const missing = encodeMissing(doc, vector ?? encodeStateVector(doc))
          const changed = { revision, update: formatBytes(missing), state_vector: formatBytes(encodeStateVector(doc)) }
          if (hasChanged) await checkProjectBytes(transaction, accountId, plan)
          return changed
        },
      })
      projects.wake()
      return answer
    },
  )
}

function parseVector(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : parseBytes(text, 'state_vector')
}

/** The revisions of a project as they come. What has changed is asked for by the state vector: events carry no text. */
function registerChanges(app: App, { db, projects: feed }: Services): void {
  const streams = createEventStreams(app, 'the changes of projects')
  app.get(
    '/projects/:project_id/changes',
    { config: { staysOpen: true }, schema: { params, querystring: changesQuerySchema } },
    async (request, reply) => {
      const { position, revision } = await findProject(db, keyOf(request))
      const { after } = request.query
      const start = after === undefined ? revision : Number(after)
      return streams.send(request, reply, async function* write(signal) {
        const followed = feed.follow(position)
        let told = start
        try {
          while (!signal.aborted) {
            const isNew = await hasNews(followed, told, signal)
            const now = (await findProjectRevisions(db, [position])).get(position)
            if (now === undefined) return
            if (now > told) yield `id: ${now}\nevent: project.changed\ndata: ${JSON.stringify({ revision: now })}\n\n`
            else if (!isNew) yield NOTHING_NEW
            told = Math.max(told, now)
          }
        } finally {
          followed.close()
        }
      })
    },
  )
}
