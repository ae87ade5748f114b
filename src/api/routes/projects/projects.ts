import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { checkProjectBytes, checkProjectLimit } from '../../../accounts/project-limits.ts'
import { ServiceError } from '../../../errors.ts'
import { readScript } from '../../../projects/read-script.ts'
import type { Script } from '../../../projects/script.ts'
import { writeSettings } from '../../../projects/write-script.ts'
import type { Database } from '../../../storage/database.ts'
import { findLibraryRevisions } from '../../../storage/records/libraries.ts'
import {
  deleteProject,
  findProject,
  insertProject,
  listProjects,
  lockProject,
  type ProjectChange,
  updateProject,
} from '../../../storage/records/projects.ts'
import type { App } from '../../app.ts'
import { changeAudited, createAudited } from '../../requests/audited-change.ts'
import {
  projectCopyInputSchema,
  projectListQuerySchema,
  projectListSchema,
  projectParametersSchema,
  projectPatchSchema,
  projectSchema,
  toProjectBody,
} from '../../schemas/project.ts'
import { parseScript, projectInputSchema } from '../../schemas/script.ts'
import type { Services } from '../../services.ts'
import { changeScript } from './change-script.ts'
import { parseBytes } from './parse-bytes.ts'
import { keyOf } from './project-key.ts'

const EMPTY: Script = { title: '', libraryIds: [], paragraphs: [] }
const schema = { params: projectParametersSchema, response: { 200: projectSchema } }

/** Projects: scripts that several people edit. */
export function registerProjectRoutes(app: App, services: Services): void {
  const { db, clock } = services

  app.post(
    '/projects',
    { config: { bodyKind: 'script' }, schema: { body: projectInputSchema, response: { 200: projectSchema } } },
    async (request) => {
      const { body } = request
      const first = body.update === undefined ? { script: parseScript(body, EMPTY) } : parseState(body)
      await findLibraryRevisions(db, { accountId: request.accountId, libraryIds: body.library_ids ?? [] })
      const created = { id: body.project_id ?? randomUUID(), folder: body.folder ?? '', ...first }
      return await createProject(request, created, services)
    },
  )

  app.get(
    '/projects',
    { schema: { querystring: projectListQuerySchema, response: { 200: projectListSchema } } },
    async ({ accountId, query: { state = 'active', folder } }) => {
      const projects = await listProjects(db, { accountId, state, ...(folder !== undefined && { folder }) })
      return { projects: projects.map(toProjectBody) }
    },
  )

  app.get('/projects/:project_id', { schema }, async (request) => toProjectBody(await findProject(db, keyOf(request))))

  app.patch('/projects/:project_id', { schema: { ...schema, body: projectPatchSchema } }, async (request) => {
    const { name, folder, is_archived, is_trashed } = request.body
    const key = keyOf(request)
    const now = clock()
    const change: ProjectChange = {
      ...(folder !== undefined && { folder }),
      ...(is_archived !== undefined && { archivedAt: is_archived ? now : null }),
      ...(is_trashed !== undefined && { trashedAt: is_trashed ? now : null }),
    }
    const file = async (transaction: Database) => {
      await updateProject(transaction, (await lockProject(transaction, key)).position, change)
      return toProjectBody(await findProject(transaction, key))
    }
    if (name === undefined) return await changeAudited(request, services, file)
    return await changeScript(request, services, {
      edit: (doc) => writeSettings(doc, { title: parseScript({ name }, EMPTY).title }),
      answer: file,
    })
  })

  app.delete('/projects/:project_id', { schema }, async (request) => {
    return await changeAudited(request, services, async (transaction) => {
      const project = await lockProject(transaction, keyOf(request))
      if (project.trashedAt === null)
        throw new ServiceError(
          'CONFLICT',
          `Cannot delete project "${project.id}": it is not in the trash; put it there first with is_trashed`,
        )
      await deleteProject(transaction, project.position)
      return toProjectBody(project)
    })
  })

  app.post('/projects/:project_id/copies', { schema: { ...schema, body: projectCopyInputSchema } }, async (request) => {
    const key = keyOf(request)
    const { script, folder } = await services.scripts.read(key, (doc, project) => ({
      script: readScript(doc),
      folder: project.folder,
    }))
    const title = request.body.name ?? `${script.title.slice(0, 190)} (copy)`
    return await createProject(
      request,
      { id: randomUUID(), folder, script: parseScript({ name: title }, script) },
      services,
    )
  })
}

function parseState({ update, ...others }: Static<typeof projectInputSchema>): { readonly state: Uint8Array } {
  const { project_id: _, folder: __, ...script } = others
  if (Object.keys(script).length > 0)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      'Cannot read the script: it has both an update and fields; send one of them',
    )
  return { state: parseBytes(update!, 'update') }
}

type NewProject = { readonly id: string; readonly folder: string } & (
  | { readonly script: Script }
  | { readonly state: Uint8Array }
)

async function createProject(request: FastifyRequest, { id, folder, ...first }: NewProject, services: Services) {
  const { accountId, plan } = request
  const { scripts, moderation, limits, clock } = services
  const terms = await moderation.termsOf(accountId)
  return await createAudited(request, services, async (transaction) => {
    await insertProject(transaction, { accountId, id, folder, now: clock() })
    await checkProjectLimit(transaction, accountId, limits)
    await scripts.create(transaction, { accountId, id }, { ...first, terms })
    await checkProjectBytes(transaction, accountId, plan)
    return toProjectBody(await findProject(transaction, { accountId, id }))
  })
}
