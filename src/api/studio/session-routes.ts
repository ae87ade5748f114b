import { Type } from 'typebox'
import { authenticateKey } from '../../accounts/authenticate-key.ts'
import { recordChange } from '../../accounts/management/record-change.ts'
import {
  authenticateSession,
  endSession,
  redeemSignInCode,
  type StartedSession,
  startSession,
} from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
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
 * The Studio's sessions: sign in, read, sign out. Only pages of the service itself can use them. `onWrongKey` counts
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

    scope.post(SESSION, { config: { bodyKind: 'credential' }, schema: { body: signInSchema } }, async ({ body, ip }, reply) => {
      const session = await signIn({ ...body, address: ip })
      if (session === undefined) {
        await onWrongKey(ip)
        throw new ServiceError('UNAUTHORIZED', 'Cannot sign in: the sign-in link was used or has expired')
      }
      setSessionCookie(reply, session.token, { secure: links.previewUrl(0).startsWith('https:') })
      return { signed_in: true, account_id: session.accountId }
    })

    scope.get(SESSION, async ({ headers, ip }) => {
      const token = sessionTokenOf(headers)
      const accountId = token === undefined ? undefined : await findSessionAccount(token, ip)
      return { signed_in: accountId !== undefined, ...(accountId !== undefined && { account_id: accountId }) }
    })

    scope.delete(SESSION, async ({ headers }, reply) => {
      const token = sessionTokenOf(headers)
      if (token !== undefined) await endSession(db, token)
      clearSessionCookie(reply)
      return { signed_in: false }
    })
  })

  type Attempt = { readonly code?: string; readonly key?: string; readonly address: string }

  async function signIn({ code, key, address }: Attempt): Promise<StartedSession | undefined> {
    const now = clock()
    const session = code === undefined ? await exchangeKey(key, address) : await redeemSignInCode(db, code, now)
    if (session === undefined) return undefined
    const { accountId, keyId } = session
    const actor = { kind: 'session', accountId, keyId, address } as const
    await recordChange(db, { actor, now }, { action: 'signIn', accountId, target: accountId })
    return session
  }

  async function exchangeKey(key: string | undefined, address: string): Promise<StartedSession | undefined> {
    if (key === undefined) return undefined
    const { id: keyId, accountId } = await authenticateKey(findKey, { key, address, now: clock() }).catch(
      async (error: unknown) => {
        if (error instanceof ServiceError) await onWrongKey(address)
        throw error
      },
    )
    return await startSession(db, { accountId, keyId, now: clock() })
  }

  /** Undefined if the session has ended. */
  async function findSessionAccount(token: string, address: string): Promise<string | undefined> {
    try {
      return (await authenticateSession(db, { token, address, now: clock() })).accountId
    } catch (error) {
      if (error instanceof ServiceError) return undefined
      throw error
    }
  }
}
