import { checkReplacementLimit } from '../../accounts/library-limits.ts'
import {
  addReplacements,
  deleteReplacement,
  findReplacement,
  listReplacements,
  updateReplacement,
} from '../../storage/records/replacements.ts'
import { checkReplacement } from '../../text/replacements/check-replacement.ts'
import type { App } from '../app.ts'
import { changeAudited, createAudited } from '../requests/audited-change.ts'
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
export function registerReplacementRoutes(app: App, services: Services): void {
  const { db, clock, limits } = services
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
      const library = { accountId: request.accountId, libraryId: request.params.library_id }
      return await createAudited(request, services, async (transaction) => {
        const [added] = await addReplacements(transaction, library, { values: [values], now: clock() })
        await checkReplacementLimit(transaction, library, limits)
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
  type Item = { readonly accountId: string; readonly params: { library_id: string; replacement_id: string } }
  const keyOf = ({ accountId, params }: Item) => ({
    accountId,
    libraryId: params.library_id,
    replacementId: params.replacement_id,
  })

  app.get(ITEM, { schema }, async (request) => toReplacementBody(await findReplacement(db, keyOf(request))))

  app.patch(
    ITEM,
    { schema: { ...schema, body: replacementPatchSchema } },
    async (request) =>
      await changeAudited(request, services, async (transaction) => {
        const changed = applyReplacementPatch(await findReplacement(transaction, keyOf(request)), request.body)
        checkReplacement(changed)
        await updateReplacement(transaction, changed)
        return toReplacementBody(changed)
      }),
  )

  app.delete(
    ITEM,
    { schema },
    async (request) =>
      await changeAudited(request, services, async (transaction) => {
        const replacement = await findReplacement(transaction, keyOf(request))
        await deleteReplacement(transaction, keyOf(request))
        return toReplacementBody(replacement)
      }),
  )
}
