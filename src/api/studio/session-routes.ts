import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { authenticateKey } from '../../accounts/authenticate-key.ts'
import { type BoundedBuckets, createBoundedBuckets } from '../../accounts/bounded-buckets.ts'
import { networkOf } from '../../accounts/network-of.ts'
import { findRelyingParty } from '../../accounts/relying-party.ts'
import {
  authenticateSession,
  endSession,
  redeemSignInCode,
  type SessionCaller,
  type SignInPlace,
  type StartedSession,
  startSession,
} from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { App } from '../app.ts'
import { scopesOfSession } from '../requests/authenticate.ts'
import type { Services } from '../services.ts'
import { registerOidcBeginning, registerOidcCallback } from './oidc-routes.ts'
import { registerPasskeyRoutes } from './passkey-routes.ts'
import {
  clearSessionCookie,
  cookieOptionsOf,
  isFromStudio,
  sessionTokenOf,
  setSessionCookie,
} from './session-cookie.ts'

const SESSION = '/studio/session'

const signInSchema = Type.Object({
  /** From the link that the service prints. */
  code: Type.Optional(Type.String({ maxLength: 200 })),
  /** An API key, exchanged for a session so that the page need not keep it. */
  key: Type.Optional(Type.String({ maxLength: 500 })),
  /** Whether a code may end the session of another account or person. */
  replace: Type.Optional(Type.Boolean()),
})

/** Requests to sign in, right or wrong, of one network. */
const SIGN_INS_OF_NETWORK = { perSecond: 1, burst: 60 }
/** Sessions that one key begins. Each takes rows that stay. */
const SIGN_INS_OF_KEY = { perSecond: 0.1, burst: 20 }

/** The Studio's sessions: sign in, read, sign out. Only pages of the service itself can use them. */
export function registerSessionRoutes(app: App, services: Services): void {
  const { db, clock, links, refusals } = services
  const signIn = createSignIn(services)
  const ofNetwork = createBoundedBuckets(SIGN_INS_OF_NETWORK, clock)
  const countSignIn = (address: string): void =>
    takeTurn(ofNetwork, networkOf(address), () =>
      refusals.note({ action: 'refuseSignIn', actor: { kind: 'unknown', address } }),
    )
  registerOidcCallback(app, services, { countSignIn })
  void app.register(async (scope: App) => {
    scope.addHook('onRequest', async ({ headers }) => {
      if (!isFromStudio(headers)) throw new ServiceError('UNAUTHORIZED', 'Cannot use sessions outside the Studio')
    })

    registerPasskeyRoutes(scope, services, { countSignIn })
    registerOidcBeginning(scope, services, { countSignIn })

    scope.post(
      SESSION,
      {
        config: { bodyKind: 'credential' },
        schema: { body: signInSchema },
        // Before the body is read.
        onRequest: async ({ ip }) => countSignIn(ip),
      },
      async ({ body, ip: address, headers }, reply) => {
        const cookie = cookieOptionsOf(links)
        const earlier = sessionTokenOf(headers, cookie)
        const session = await signIn(body, { address, browser: headers['user-agent'], earlier })
        setSessionCookie(reply, session.token, cookie)
        return { signed_in: true, account_id: session.accountId }
      },
    )

    scope.get(SESSION, async ({ headers, ip }, reply) => {
      const cookie = cookieOptionsOf(links)
      const token = sessionTokenOf(headers, cookie)
      const session = token === undefined ? undefined : await findSession(token, ip)
      // How people can sign in; the page offers nothing else.
      const ways = {
        passkey_origin: findRelyingParty(links.pageUrl('/'))?.origin ?? null,
        oidc_origin: services.oidc === undefined ? null : new URL(links.pageUrl('/')).origin,
      }
      if (session === undefined || token === undefined) return { signed_in: false, ...ways }
      const { member } = session
      // The cookie lasts as long as the session, which this use may have renewed.
      setSessionCookie(reply, token, cookie)
      return {
        signed_in: true,
        ...ways,
        account_id: session.accountId,
        scopes: scopesOfSession(session),
        ...(member && { member: toMemberName(member) }),
      }
    })

    scope.delete(SESSION, async ({ headers, ip: address }: Pick<FastifyRequest, 'headers' | 'ip'>, reply) => {
      const cookie = cookieOptionsOf(links)
      const token = sessionTokenOf(headers, cookie)
      if (token !== undefined) await endSession(db, token, { address, now: clock() })
      clearSessionCookie(reply, cookie)
      return { signed_in: false }
    })
  })

  /** Undefined if the session has ended. */
  async function findSession(token: string, address: string): Promise<SessionCaller | undefined> {
    try {
      return await authenticateSession(db, { token, address, now: clock() })
    } catch (error) {
      if (error instanceof ServiceError) return undefined
      throw error
    }
  }
}

function toMemberName({ id, name, role }: NonNullable<SessionCaller['member']>) {
  return { member_id: id, name, role }
}

type SignIn = (
  secret: Static<typeof signInSchema>,
  place: SignInPlace & { readonly address: string },
) => Promise<StartedSession>

/** Exchanges a code or a key for a session. Rejects with UNAUTHORIZED, FORBIDDEN or RATE_LIMITED. */
function createSignIn({ db, clock, findKey, guesses, refusals }: Services): SignIn {
  const ofKey = createBoundedBuckets(SIGN_INS_OF_KEY, clock)

  return async ({ code, key, replace }, place) => {
    const { address } = place
    const now = clock()
    if (code !== undefined) {
      const attempt = { address, secret: code, kind: 'signIn' } as const
      const session = await guesses.try(attempt, () =>
        redeemSignInCode(db, code, now, { ...place, replacesOthers: replace }),
      )
      if (session !== undefined) return session
    } else if (key !== undefined) {
      const { id: keyId, accountId } = await authenticateKey(
        { findKey, guesses },
        { key, address, now, kind: 'signIn' },
      )
      takeTurn(ofKey, keyId, () =>
        refusals.note({ action: 'refuseSignIn', actor: { kind: 'key', accountId, keyId, address } }),
      )
      return await startSession(db, { ...place, accountId, keyId, now })
    }
    throw new ServiceError('UNAUTHORIZED', 'Cannot sign in: the sign-in link was used or has expired')
  }
}

/** Takes a token. Throws RATE_LIMITED if there is none. */
function takeTurn(buckets: BoundedBuckets, owner: string, onRefused: () => void): void {
  if (buckets.take(owner)) return
  onRefused()
  const seconds = buckets.waitSeconds(owner)
  throw new ServiceError('RATE_LIMITED', `Too many requests to sign in: try again in ${seconds} s`, {
    reason: 'guesses',
    headers: { 'retry-after': String(seconds) },
  })
}
