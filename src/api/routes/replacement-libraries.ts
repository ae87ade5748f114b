import { checkLibraryLimit } from '../../accounts/library-limits.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import {
  createLibrary,
  deleteLibrary,
  findLibrary,
  listLibraries,
  renameLibrary,
} from '../../storage/records/libraries.ts'
import type { App } from '../app.ts'
import { repeatableRequest } from '../requests/repeatable-request.ts'
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
export function registerLibraryRoutes(app: App, { db, clock, limits }: Services): void {
  app.post(
    COLLECTION,
    { schema: { body: libraryInputSchema, response: { 200: libraryCreatedSchema } } },
    async (request) => {
      const now = clock()
      const { accountId, body } = request
      return await createOnce(db, repeatableRequest(request, now), async (transaction) => {
        await checkLibraryLimit(transaction, accountId, limits)
        const { id } = await createLibrary(transaction, { accountId, name: body.name, now })
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

  app.patch(ITEM, { schema: { ...schema, body: libraryPatchSchema } }, async ({ accountId, params, body }) => {
    const key = { accountId, libraryId: params.library_id }
    return toLibraryBody(body.name === undefined ? await findLibrary(db, key) : await renameLibrary(db, key, body.name))
  })

  app.delete(ITEM, { schema }, async ({ accountId, params }) => {
    const key = { accountId, libraryId: params.library_id }
    const library = await findLibrary(db, key)
    await deleteLibrary(db, key)
    return toLibraryBody(library)
  })
}
