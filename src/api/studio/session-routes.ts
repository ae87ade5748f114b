import { Type } from 'typebox'
import { authenticateKey } from '../../accounts/authenticate-key.ts'
import { DEFAULT_SCOPES } from '../../accounts/scopes.ts'
import { endSession, findSessionAccount, redeemSignInCode, startSession } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { ApiKey } from '../../storage/records/api-keys.ts'
import type { App } from '../app.ts'
import type { WrongKeyLimit } from '../requests/limit-rate.ts'
import type { Services } from '../services.ts'
import { clearSessionCookie, isFromStudio, sessionTokenOf, setSessionCookie } from './session-cookie.ts'

const SESSION = '/studio/session'

const signInSchema = Type.Object({
  /** From the link that the service prints. */
  code: Type.Optional(Type.String({ maxLength: 200 })),
  /** An API key, exchanged for a session so that the page need not keep it. */
  key: Type.Optional(Type.String({ maxLength: 500 })),
})

/**
 * The Studio's sessions: sign in, ask, sign out. Only pages of the service itself can use them. `onWrongKey` counts
 * wrong keys by address.
 */
export function registerSessionRoutes(
  app: App,
  { db, clock, links, findKey }: Services,
  onWrongKey: WrongKeyLimit,
): void {
  void app.register(async (scope: App) => {
    scope.addHook('onRequest', async ({ headers }) => {
      if (!isFromStudio(headers)) throw new ServiceError('UNAUTHORIZED', 'Cannot use sessions outside the Studio')
    })

    scope.post(SESSION, { schema: { body: signInSchema } }, async ({ body, ip }, reply) => {
      const token = await signIn({ ...body, address: ip })
      if (token === undefined)
        throw new ServiceError('UNAUTHORIZED', 'Cannot sign in: the sign-in link was used or has expired')
      setSessionCookie(reply, token, { secure: links.previewUrl(0).startsWith('https:') })
      return { signed_in: true }
    })

    scope.get(SESSION, async ({ headers }) => {
      const token = sessionTokenOf(headers)
      const account = token === undefined ? undefined : await findSessionAccount(db, token, clock())
      return { signed_in: account !== undefined }
    })

    scope.delete(SESSION, async ({ headers }, reply) => {
      const token = sessionTokenOf(headers)
      if (token !== undefined) await endSession(db, token)
      clearSessionCookie(reply)
      return { signed_in: false }
    })
  })

  type Attempt = { readonly code?: string; readonly key?: string; readonly address: string }

  async function signIn({ code, key, address }: Attempt): Promise<string | undefined> {
    if (code !== undefined) return await redeemSignInCode(db, code, clock())
    if (key === undefined) return undefined
    const found = await authenticateKey(findKey, { key, address, now: clock() }).catch(async (error: unknown) => {
      if (error instanceof ServiceError) await onWrongKey(address)
      throw error
    })
    refuseRestricted(found)
    return await startSession(db, found.accountId, clock())
  }
}

/** A session may do all that an unrestricted key may, and longer, so a key with limits of its own cannot become one. */
function refuseRestricted({ scopes, expiresAt, allowedAddresses, charactersPerMonth }: ApiKey): void {
  const isScoped = scopes !== null && DEFAULT_SCOPES.some((scope) => !scopes.includes(scope))
  if (isScoped || expiresAt !== null || allowedAddresses !== null || charactersPerMonth !== null)
    throw new ServiceError('FORBIDDEN', 'Cannot sign in with a restricted key: ask the operator for a sign-in link')
}
