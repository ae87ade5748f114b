import { checkProjectBytes } from '../../../accounts/project-limits.ts'
import { runInSlices } from '../../../delivery/planning/run-in-slices.ts'
import { compareScripts } from '../../../projects/compare-scripts.ts'
import { readScript } from '../../../projects/read-script.ts'
import type { Script } from '../../../projects/script.ts'
import { writeScript } from '../../../projects/write-script.ts'
import type { Database } from '../../../storage/database.ts'
import { findAuthors } from '../../../storage/records/authors.ts'
import { keepKnownLibraries } from '../../../storage/records/libraries.ts'
import {
  deleteVersion,
  findVersion,
  listVersions,
  nameVersion,
  type ProjectVersion,
} from '../../../storage/records/project-versions.ts'
import { findProject, lockProject } from '../../../storage/records/projects.ts'
import { abortWhenCallerLeaves } from '../../answers/caller-left.ts'
import type { App } from '../../app.ts'
import { authorOf } from '../../requests/actor.ts'
import { auditChange, changeAudited } from '../../requests/audited-change.ts'
import {
  projectParametersSchema,
  restoredProjectSchema,
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

/** The versions of a script: keep one, list, look at one, go back to one, name, delete. */
export function registerProjectVersionRoutes(app: App, services: Services): void {
  const { db, clock, scripts } = services

  app.get(
    COLLECTION,
    { schema: { params: projectParametersSchema, response: { 200: versionListSchema } } },
    async (request) => {
      const versions = await listVersions(db, await findProject(db, keyOf(request)))
      return { versions: await toVersionBodies(db, request.accountId, versions) }
    },
  )

  app.post(
    COLLECTION,
    { schema: { params: projectParametersSchema, body: versionInputSchema, response: { 200: versionSchema } } },
    async (request) => {
      const { accountId, plan } = request
      const version = await scripts.keepVersion(keyOf(request), {
        name: request.body.name,
        kind: 'named',
        by: authorOf(request),
        finish: async (transaction, kept) => {
          await checkProjectBytes(transaction, accountId, plan)
          await auditChange(transaction, request, { now: clock(), answer: { version_id: kept.id } })
        },
      })
      return await toVersionBody(db, accountId, version)
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
    { schema: { params: versionParametersSchema, response: { 200: restoredProjectSchema } } },
    async (request) => {
      const script = await readVersion(request, request.params.version_id, services)
      // Libraries that were deleted since would have the script refused.
      const libraryIds = await keepKnownLibraries(db, request.accountId, script.libraryIds)
      return await changeScript(request, services, {
        edit: (doc) => writeScript(doc, { ...script, libraryIds }),
        keepBefore: 'restore',
        answer: async (_, project, kept) => ({ ...toProjectBody(project), kept_version_id: kept?.id ?? null }),
      })
    },
  )

  app.patch(ITEM, { schema: { ...schema, body: versionInputSchema } }, async (request) => {
    return await changeAudited(request, services, async (transaction) => {
      const project = await lockProject(transaction, keyOf(request))
      const version = await findVersion(transaction, project, request.params.version_id)
      const { name } = request.body
      await nameVersion(transaction, project, { id: version.id, name })
      return await toVersionBody(transaction, request.accountId, { ...version, name })
    })
  })

  app.delete(ITEM, { schema }, async (request) => {
    return await changeAudited(request, services, async (transaction) => {
      const project = await lockProject(transaction, keyOf(request))
      const version = await findVersion(transaction, project, request.params.version_id)
      await deleteVersion(transaction, project, version)
      return await toVersionBody(transaction, request.accountId, version)
    })
  })
}

type ByProject = Parameters<typeof keyOf>[0]

async function readVersion(request: ByProject, id: string, { db }: Pick<Services, 'db'>): Promise<Script> {
  const { script } = await findVersion(db, await findProject(db, keyOf(request)), id)
  return JSON.parse(script) as Script
}

async function toVersionBody(db: Database, accountId: string, version: ProjectVersion) {
  const [body] = await toVersionBodies(db, accountId, [version])
  return body!
}

async function toVersionBodies(db: Database, accountId: string, versions: readonly ProjectVersion[]) {
  const known = await findAuthors(
    db,
    accountId,
    versions.flatMap(({ authors }) => authors),
  )
  return versions.map(({ id, name, kind, createdAt, paragraphs, characters, authors }) => ({
    version_id: id,
    name,
    kind,
    created_at: createdAt,
    paragraphs,
    characters,
    authors: authors.flatMap((author) => known.get(author) ?? []),
  }))
}
