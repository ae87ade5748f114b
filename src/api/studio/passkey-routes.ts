import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { addPasskey, askForPasskey, offerPasskey, removePasskey, signInByPasskey } from '../../accounts/passkeys.ts'
import { findRelyingParty, type RelyingParty } from '../../accounts/relying-party.ts'
import { authenticateSession } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import { listPasskeys, type Passkey } from '../../storage/records/passkeys.ts'
import type { App } from '../app.ts'
import { changedBy } from '../requests/actor.ts'
import type { Services } from '../services.ts'
import { cookieOptionsOf, sessionTokenOf, setSessionCookie } from './session-cookie.ts'

const PASSKEYS = '/studio/passkeys'

const TEXT = Type.String({ maxLength: 12_000 })
/** A base64url text. */
const BINARY = Type.String({ maxLength: 12_000, pattern: '^[A-Za-z0-9_-]*$' })

/** What `navigator.credentials` gives, as the standard writes it in JSON. Fields that nothing reads are left out. */
const common = { id: BINARY, rawId: BINARY, type: Type.Literal('public-key') }

const registrationSchema = Type.Object({
  name: Type.String({ maxLength: 200 }),
  credential: Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: BINARY,
      attestationObject: BINARY,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
    }),
  }),
})

const assertionSchema = Type.Object({
  credential: Type.Object({
    ...common,
    response: Type.Object({
      clientDataJSON: BINARY,
      authenticatorData: BINARY,
      signature: BINARY,
      userHandle: Type.Optional(TEXT),
    }),
  }),
})

type Options = {
  /** Counts a request to sign in before its body is read. Throws RATE_LIMITED. */
  readonly countSignIn: (address: string) => void
}

/** The Studio's passkeys: those of the member that is signed in, and signing in by one. */
export function registerPasskeyRoutes(scope: App, services: Services, { countSignIn }: Options): void {
  const { db, clock, links, guesses } = services

  function findParty(): RelyingParty {
    const party = findRelyingParty(links.pageUrl('/'))
    if (party === undefined)
      throw new ServiceError('NOT_FOUND', 'Cannot use passkeys: PUBLIC_URL has to be an https address with a host name')
    return party
  }

  /** The member of a request. Throws UNAUTHORIZED without a session, and FORBIDDEN without a member. */
  async function findPerson({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>) {
    const token = sessionTokenOf(headers, cookieOptionsOf(links))
    if (token === undefined) throw new ServiceError('UNAUTHORIZED', 'Cannot use passkeys without a session: sign in')
    const now = clock()
    const { accountId, member } = await authenticateSession(db, { token, address: ip, now })
    if (member === undefined)
      throw new ServiceError('FORBIDDEN', 'Cannot use passkeys: they belong to members, and you are signed in as none')
    const by = changedBy({ accountId, callerKey: undefined, callerMember: member, isSession: true, ip }, now)
    return { accountId, member, by }
  }

  const limited = { onRequest: async ({ ip }: FastifyRequest) => countSignIn(ip) }

  scope.get(PASSKEYS, async (request) => {
    const { member } = await findPerson(request)
    return { passkeys: (await listPasskeys(db, member.id)).map(toPasskeyBody) }
  })

  scope.post(`${PASSKEYS}/registration`, { ...limited, config: { bodyKind: 'credential' } }, async (request) => {
    const { accountId, member } = await findPerson(request)
    return await offerPasskey(db, { accountId, member, party: findParty(), now: clock() })
  })

  scope.post(
    PASSKEYS,
    { ...limited, config: { bodyKind: 'passkey' }, schema: { body: registrationSchema } },
    async (request) => {
      const { accountId, member, by } = await findPerson(request)
      const { name, credential } = request.body
      const response = { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON
      return toPasskeyBody(await addPasskey(db, { accountId, member, party: findParty(), name, response }, by))
    },
  )

  scope.delete<{ Params: { passkey_id: string } }>(`${PASSKEYS}/:passkey_id`, async (request) => {
    const { accountId, member, by } = await findPerson(request)
    await removePasskey(db, { accountId, member, id: request.params.passkey_id }, by)
    return { removed: true }
  })

  scope.post(`${PASSKEYS}/challenge`, { ...limited, config: { bodyKind: 'credential' } }, async () => {
    return await askForPasskey(db, { party: findParty(), now: clock() })
  })

  scope.post(
    `${PASSKEYS}/session`,
    { ...limited, config: { bodyKind: 'passkey' }, schema: { body: assertionSchema } },
    async (request, reply) => await signIn(request, reply),
  )

  async function signIn(
    { body, ip: address, headers }: Pick<FastifyRequest, 'ip' | 'headers'> & { body: Static<typeof assertionSchema> },
    reply: FastifyReply,
  ) {
    const party = findParty()
    const cookie = cookieOptionsOf(links)
    const response = { ...body.credential, clientExtensionResults: {} } as AuthenticationResponseJSON
    const place = { address, browser: headers['user-agent'], earlier: sessionTokenOf(headers, cookie) }
    const attempt = { address, secret: response.response.signature, kind: 'signIn' } as const
    const session = await guesses.try(attempt, () => signInByPasskey(db, { party, response, place, now: clock() }))
    if (session === undefined)
      throw new ServiceError('UNAUTHORIZED', 'Cannot sign in: this passkey is not known here, or took too long')
    setSessionCookie(reply, session.token, cookie)
    return { signed_in: true, account_id: session.accountId }
  }
}

function toPasskeyBody({ id, name, createdAt, lastUsedAt }: Passkey) {
  return { passkey_id: id, name, created_at: createdAt, last_used_at: lastUsedAt }
}
