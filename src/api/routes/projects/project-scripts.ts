import { encodeStateVector } from 'yjs'
import { checkProjectBytes } from '../../../accounts/project-limits.ts'
import type { Followed } from '../../../jobs/events/event-feed.ts'
import { readScript } from '../../../projects/read-script.ts'
import { applyForeignUpdate, encodeMissing } from '../../../projects/shared-state.ts'
import { writeScript } from '../../../projects/write-script.ts'
import { findLibraryRevisions } from '../../../storage/records/libraries.ts'
import { findProject, findProjectRevisions } from '../../../storage/records/projects.ts'
import { createEventStreams, hasNews, NOTHING_NEW } from '../../answers/event-streams.ts'
import type { App } from '../../app.ts'
import { authorOf } from '../../requests/actor.ts'
import { toPresenceBody } from '../../schemas/presence.ts'
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
        by: authorOf(request),
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

/**
 * The revisions of a project as they come, of its script and of its comments. What has changed is asked for, the script by its state vector:
 * events carry no text. That of the comments comes at the beginning too, as nobody says which they know.
 */
function registerChanges(app: App, { db, projects: feed, presence }: Services): void {
  const streams = createEventStreams(app, 'the changes of projects')
  app.get(
    '/projects/:project_id/changes',
    { config: { staysOpen: true }, schema: { params, querystring: changesQuerySchema } },
    async (request, reply) => {
      const { position, revision: present } = await findProject(db, keyOf(request))
      const { after, presence: tellsPresence } = request.query
      return streams.send(request, reply, async function* write(signal) {
        const followed = feed.follow(position)
        const people = tellsPresence === 'true' ? presence.follow(position) : undefined
        let revision = after === undefined ? present : Number(after)
        let comments = -1
        let seen = -1
        try {
          while (!signal.aborted) {
            if (people !== undefined && people.changes > seen) {
              seen = people.changes
              yield formatEvent({
                id: revision,
                event: 'project.presence',
                data: toPresenceBody(presence.list(position)),
              })
            }
            const news = followEither(followed, people, seen)
            const isNew = await hasNews(news, revision + comments, signal)
            if (news.isOfPeople()) continue
            const now = (await findProjectRevisions(db, [position])).get(position)
            if (now === undefined) return
            const id = Math.max(revision, now.revision)
            if (now.revision > revision) yield formatEvent({ id, event: 'project.changed', data: { revision: id } })
            if (now.commentsRevision > comments)
              yield formatEvent({ id, event: 'comments.changed', data: { comments_revision: now.commentsRevision } })
            else if (!isNew) yield NOTHING_NEW
            revision = id
            comments = now.commentsRevision
          }
        } finally {
          followed.close()
          people?.close()
        }
      })
    },
  )
}

type ChangeEvent = { readonly id: number; readonly event: string; readonly data: object }

/** Every event has the revision of the script as its id, after which a reader goes on. */
function formatEvent({ id, event, data }: ChangeEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** What has news when a project has, or when the pages change that have it open. */
function followEither(followed: Followed, people: Followed | undefined, seen: number) {
  let isOfPeople = false
  return {
    isOfPeople: () => isOfPeople,
    async after(position: number, signal: AbortSignal): Promise<void> {
      if (people === undefined) {
        await followed.after(position, signal)
        return
      }
      const either = new AbortController()
      const ending = AbortSignal.any([signal, either.signal])
      const project = followed.after(position, ending).then(() => false)
      isOfPeople = await Promise.race([project, people.after(seen, ending).then(() => !ending.aborted)])
      either.abort()
    },
  }
}
