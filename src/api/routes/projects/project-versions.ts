import { checkProjectBytes } from '../../../accounts/project-limits.ts'
import { runInSlices } from '../../../delivery/planning/run-in-slices.ts'
import { compareScripts } from '../../../projects/compare-scripts.ts'
import { readScript } from '../../../projects/read-script.ts'
import type { Script } from '../../../projects/script.ts'
import { writeScript } from '../../../projects/write-script.ts'
import {
  deleteVersion,
  findVersion,
  listVersions,
  type ProjectVersion,
} from '../../../storage/records/project-versions.ts'
import { findProject, lockProject } from '../../../storage/records/projects.ts'
import { abortWhenCallerLeaves } from '../../answers/caller-left.ts'
import type { App } from '../../app.ts'
import { auditChange, changeAudited } from '../../requests/audited-change.ts'
import {
  projectParametersSchema,
  projectSchema,
  toProjectBody,
  versionChangesQuerySchema,
  versionInputSchema,
  versionListSchema,
  versionParametersSchema,
  versionSchema,
} from '../../schemas/project.ts'
import { scriptChangesSchema, scriptSchema, toChangesBody, toScriptBody } from '../../schemas/script.ts'
import type { Services } from '../../services.ts'
import { changeScript } from './change-script.ts'
import { keyOf } from './project-key.ts'

const COLLECTION = '/projects/:project_id/versions'
const ITEM = `${COLLECTION}/:version_id`

/** The versions of a script: keep one, list, look at one, go back to one, delete. */
export function registerProjectVersionRoutes(app: App, services: Services): void {
  const { db, clock, scripts } = services

  app.get(
    COLLECTION,
    { schema: { params: projectParametersSchema, response: { 200: versionListSchema } } },
    async (request) => {
      const versions = await listVersions(db, await findProject(db, keyOf(request)))
      return { versions: versions.map(toVersionBody) }
    },
  )

  app.post(
    COLLECTION,
    { schema: { params: projectParametersSchema, body: versionInputSchema, response: { 200: versionSchema } } },
    async (request) => {
      const version = await scripts.keepVersion(keyOf(request), {
        name: request.body.name,
        kind: 'named',
        finish: async (transaction, kept) => {
          await checkProjectBytes(transaction, request.accountId, request.plan)
          await auditChange(transaction, request, { now: clock(), answer: toVersionBody(kept) })
        },
      })
      return toVersionBody(version)
    },
  )

  const schema = { params: versionParametersSchema, response: { 200: versionSchema } }

  app.get(ITEM, { schema: { params: versionParametersSchema, response: { 200: scriptSchema } } }, async (request) =>
    toScriptBody(await readVersion(request, request.params.version_id, services)),
  )

  app.get(
    `${ITEM}/changes`,
    {
      schema: {
        params: versionParametersSchema,
        querystring: versionChangesQuerySchema,
        response: { 200: scriptChangesSchema },
      },
    },
    async (request, reply) => {
      const [{ version_id: from }, { to }] = [request.params, request.query]
      const before = await readVersion(request, from, services)
      const after = await (to === undefined
        ? scripts.read(keyOf(request), readScript)
        : readVersion(request, to, services))
      const differences = await runInSlices(compareScripts(before, after), abortWhenCallerLeaves(reply))
      return toChangesBody({ before, after }, differences)
    },
  )

  app.post(
    `${ITEM}/restore`,
    { schema: { params: versionParametersSchema, response: { 200: projectSchema } } },
    async (request) => {
      const script = await readVersion(request, request.params.version_id, services)
      return await changeScript(request, services, {
        edit: (doc) => writeScript(doc, script),
        keepBefore: 'restore',
        answer: async (_, project) => toProjectBody(project),
      })
    },
  )

  app.delete(ITEM, { schema }, async (request) => {
    return await changeAudited(request, services, async (transaction) => {
      const project = await lockProject(transaction, keyOf(request))
      const version = await findVersion(transaction, project, request.params.version_id)
      await deleteVersion(transaction, project, version)
      return toVersionBody(version)
    })
  })
}

type ByProject = Parameters<typeof keyOf>[0]

async function readVersion(request: ByProject, id: string, { db }: Pick<Services, 'db'>): Promise<Script> {
  const { script } = await findVersion(db, await findProject(db, keyOf(request)), id)
  return JSON.parse(script) as Script
}

function toVersionBody({ id, name, kind, createdAt, paragraphs, characters }: ProjectVersion) {
  return { version_id: id, name, kind, created_at: createdAt, paragraphs, characters }
}
