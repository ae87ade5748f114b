import { checkLibraryLimit } from '../../accounts/library-limits.ts'
import {
  createLibrary,
  deleteLibrary,
  findLibrary,
  listLibraries,
  renameLibrary,
} from '../../storage/records/libraries.ts'
import type { App } from '../app.ts'
import { changeAudited, createAudited } from '../requests/audited-change.ts'
import {
  libraryCreatedSchema,
  libraryInputSchema,
  libraryListSchema,
  libraryParametersSchema,
  libraryPatchSchema,
  librarySchema,
  toLibraryBody,
} from '../schemas/library.ts'
import type { Services } from '../services.ts'

const COLLECTION = '/replacement_libraries'
const ITEM = '/replacement_libraries/:library_id'

/** Replacement libraries: create, list, get, rename, delete. */
export function registerLibraryRoutes(app: App, services: Services): void {
  const { db, clock, limits } = services
  app.post(
    COLLECTION,
    { schema: { body: libraryInputSchema, response: { 200: libraryCreatedSchema } } },
    async (request) => {
      const { accountId, body } = request
      return await createAudited(request, services, async (transaction) => {
        const { id } = await createLibrary(transaction, { accountId, name: body.name, now: clock() })
        await checkLibraryLimit(transaction, accountId, limits)
        return { library_id: id }
      })
    },
  )

  app.get(COLLECTION, { schema: { response: { 200: libraryListSchema } } }, async ({ accountId }) => {
    const libraries = await listLibraries(db, accountId)
    return { count: libraries.length, libraries: libraries.map(toLibraryBody) }
  })

  const schema = { params: libraryParametersSchema, response: { 200: librarySchema } }

  app.get(ITEM, { schema }, async ({ accountId, params }) =>
    toLibraryBody(await findLibrary(db, { accountId, libraryId: params.library_id })),
  )

  app.patch(ITEM, { schema: { ...schema, body: libraryPatchSchema } }, async (request) => {
    const { accountId, params, body } = request
    const key = { accountId, libraryId: params.library_id }
    return await changeAudited(request, services, async (transaction) =>
      toLibraryBody(
        body.name === undefined
          ? await findLibrary(transaction, key)
          : await renameLibrary(transaction, key, body.name),
      ),
    )
  })

  app.delete(ITEM, { schema }, async (request) => {
    const { accountId, params } = request
    const key = { accountId, libraryId: params.library_id }
    return await changeAudited(request, services, async (transaction) => {
      const library = await findLibrary(transaction, key)
      await deleteLibrary(transaction, key)
      return toLibraryBody(library)
    })
  })
}
