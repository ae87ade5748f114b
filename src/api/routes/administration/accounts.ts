import { Type } from 'typebox'
import { changeAccount, createAccount, deleteAccount } from '../../../accounts/management/manage-accounts.ts'
import { removeAccountContents } from '../../../jobs/remove-deleted-accounts.ts'
import { findAccountById, listAccounts } from '../../../storage/records/accounts.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  accountInputSchema,
  accountListSchema,
  accountPatchSchema,
  accountSchema,
  toAccountBody,
} from '../../schemas/administration/account.ts'
import type { Services } from '../../services.ts'

const COLLECTION = '/admin/accounts'
const ITEM = '/admin/accounts/:account_id'

/** /admin/accounts: every account of the service. */
export function registerAccountRoutes(app: App, { db, blobs, clock }: Services): void {
  app.get(COLLECTION, { schema: { response: { 200: accountListSchema } } }, async () => {
    const accounts = await listAccounts(db)
    return { count: accounts.length, accounts: accounts.map(toAccountBody) }
  })

  app.post(COLLECTION, { schema: { body: accountInputSchema, response: { 200: accountSchema } } }, async (request) =>
    toAccountBody(await createAccount(db, request.body, changedBy(request, clock()))),
  )

  const schema = { params: Type.Object({ account_id: Type.String() }), response: { 200: accountSchema } }

  app.get(ITEM, { schema }, async ({ params }) => toAccountBody(await findAccountById(db, params.account_id)))

  app.patch(ITEM, { schema: { ...schema, body: accountPatchSchema } }, async (request) => {
    const { params, body } = request
    return toAccountBody(await changeAccount(db, params.account_id, body, changedBy(request, clock())))
  })

  app.delete(ITEM, { schema }, async (request) => {
    const { params, log } = request
    const account = await deleteAccount(db, params.account_id, changedBy(request, clock()))
    // A worker would do it too, within minutes.
    removeAccountContents(account.id, { db, blobs }).catch((error: unknown) =>
      log.warn({ err: error, accountId: account.id }, 'Cannot remove the contents of a deleted account yet'),
    )
    return toAccountBody(account)
  })
}
