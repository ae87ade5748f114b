import { Type } from 'typebox'
import { changeTerms, readTerms } from '../../../accounts/management/manage-terms.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import { moderationPatchSchema, moderationSchema } from '../../schemas/administration/moderation.ts'
import type { Services } from '../../services.ts'

const PATH = '/admin/accounts/:account_id/moderation'

/** /admin/accounts/.../moderation: terms that an account may or may not say. */
export function registerModerationRoutes(app: App, { db, clock }: Services): void {
  const schema = { params: Type.Object({ account_id: Type.String() }), response: { 200: moderationSchema } }

  app.get(PATH, { schema }, async ({ params }) => copy(await readTerms(db, params.account_id)))

  app.patch(
    PATH,
    { config: { bodyKind: 'terms' }, schema: { ...schema, body: moderationPatchSchema } },
    async (request) => {
      const { params, body } = request
      return copy(await changeTerms(db, params.account_id, body, changedBy(request, clock())))
    },
  )
}

function copy({ allow, deny }: { readonly allow: readonly string[]; readonly deny: readonly string[] }) {
  return { allow: [...allow], deny: [...deny] }
}
