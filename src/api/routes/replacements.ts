import { checkReplacementLimit } from '../../accounts/library-limits.ts'
import { createOnce } from '../../storage/records/idempotency.ts'
import {
  addReplacements,
  deleteReplacement,
  findReplacement,
  listReplacements,
  updateReplacement,
} from '../../storage/records/replacements.ts'
import { checkReplacement } from '../../text/replacements/check-replacement.ts'
import type { App } from '../app.ts'
import { repeatableRequest } from '../requests/repeatable-request.ts'
import { libraryParametersSchema } from '../schemas/library.ts'
import {
  applyReplacementPatch,
  replacementCreatedSchema,
  replacementInputSchema,
  replacementListSchema,
  replacementParametersSchema,
  replacementPatchSchema,
  replacementSchema,
  toReplacementBody,
  toReplacementValues,
} from '../schemas/replacement.ts'
import type { Services } from '../services.ts'

const COLLECTION = '/replacement_libraries/:library_id/replacements'
const ITEM = `${COLLECTION}/:replacement_id`

/** The replacements of a library: add, list, get, change, delete. */
export function registerReplacementRoutes(app: App, { db, clock, limits }: Services): void {
  app.post(
    COLLECTION,
    {
      schema: {
        params: libraryParametersSchema,
        body: replacementInputSchema,
        response: { 200: replacementCreatedSchema },
      },
    },
    async (request) => {
      const values = toReplacementValues(request.body)
      checkReplacement(values)
      const now = clock()
      const library = { accountId: request.accountId, libraryId: request.params.library_id }
      return await createOnce(db, repeatableRequest(request, now), async (transaction) => {
        await checkReplacementLimit(transaction, library, { adding: 1, limits })
        const [added] = await addReplacements(transaction, library, { values: [values], now })
        return { replacement_id: added!.replacementId }
      })
    },
  )

  app.get(
    COLLECTION,
    { schema: { params: libraryParametersSchema, response: { 200: replacementListSchema } } },
    async ({ accountId, params }) => {
      const replacements = await listReplacements(db, { accountId, libraryId: params.library_id })
      return {
        count: replacements.length,
        library_id: params.library_id,
        replacements: replacements.map(toReplacementBody),
      }
    },
  )

  const schema = { params: replacementParametersSchema, response: { 200: replacementSchema } }
  const find = (accountId: string, { library_id, replacement_id }: { library_id: string; replacement_id: string }) =>
    findReplacement(db, { accountId, libraryId: library_id, replacementId: replacement_id })

  app.get(ITEM, { schema }, async ({ accountId, params }) => toReplacementBody(await find(accountId, params)))

  app.patch(ITEM, { schema: { ...schema, body: replacementPatchSchema } }, async ({ accountId, params, body }) => {
    const changed = applyReplacementPatch(await find(accountId, params), body)
    checkReplacement(changed)
    await updateReplacement(db, changed)
    return toReplacementBody(changed)
  })

  app.delete(ITEM, { schema }, async ({ accountId, params }) => {
    const replacement = await find(accountId, params)
    await deleteReplacement(db, {
      accountId,
      libraryId: replacement.libraryId,
      replacementId: replacement.replacementId,
    })
    return toReplacementBody(replacement)
  })
}
