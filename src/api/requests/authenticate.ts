import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateKey, checkUse, keyRefused } from '../../accounts/authenticate-key.ts'
import type { QuotaKey } from '../../accounts/character-quota.ts'
import type { KeyFinder } from '../../accounts/find-key.ts'
import type { GuessLimit } from '../../accounts/guess-limit.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import type { PlanBook } from '../../accounts/plans.ts'
import { scopesOfRole } from '../../accounts/roles.ts'
import { DEFAULT_SCOPES, type Scope, SESSION_SCOPES } from '../../accounts/scopes.ts'
import { authenticateSession, type SessionCaller } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import type { ApiKey } from '../../storage/records/api-keys.ts'
import type { SessionMember } from '../../storage/records/sessions.ts'
import type { AudioLinks } from '../answers/audio-links.ts'
import { cookieOptionsOf, sessionTokenOf } from '../studio/session-cookie.ts'
import type { OpenCall } from './open-calls.ts'

/** The part of a request's key that is needed after authentication. */
export type CallerKey = {
  readonly id: string
  /** Keys that replaced one another share a monthly limit. */
  readonly family: string
  readonly charactersPerMonth: number | null
  /** Whether it has an end, allowed addresses or a monthly limit. */
  readonly isRestricted: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key the request carries; empty before it is checked. */
    accountId: string
    /** The key of the request or of its session; undefined before it is checked, and in a session that a sign-in link began. */
    callerKey: CallerKey | undefined
    /** The person of a session; undefined before it is checked, for keys, and for a session that the operator's link began. */
    callerMember: SessionMember | undefined
    /** Whether the request comes from a signed-in Studio. */
    isSession: boolean
    /** Whether it is a WebSocket whose key comes in its first message. Until then, limits count for its address instead of its account. */
    awaitsKey: boolean
    /** The session that it comes from. */
    sessionId: string | undefined
    scopes: readonly Scope[]
    /** Of the account's plan; of the default plan before the key is checked. */
    plan: PlanLimits
  }
}

/** The part of a request that is needed to check its caller and to work for it. */
export type CheckedCall = Pick<
  FastifyRequest,
  | 'id'
  | 'ip'
  | 'method'
  | 'headers'
  | 'log'
  | 'noteRefusal'
  | 'accountId'
  | 'callerKey'
  | 'callerMember'
  | 'isSession'
  | 'scopes'
  | 'plan'
> & { readonly routeOptions: { readonly url?: string | undefined } }

/** The header in which callers send their key. */
export type KeyHeader = {
  /** Its name in error messages. */
  readonly name: string
  readonly read: (headers: FastifyRequest['headers']) => string | undefined
  /** Whether a session of the Studio may take the place of the key. */
  readonly orSession: boolean
}

export const X_API_KEY: KeyHeader = {
  name: 'X-Api-Key',
  read: (headers) => headers['x-api-key']?.toString(),
  orSession: true,
}

/** The key or the member that texts of a call are charged to; undefined for the operator's link. */
export function payerOf({
  callerKey,
  callerMember,
}: Pick<CheckedCall, 'callerKey' | 'callerMember'>): QuotaKey | undefined {
  return callerMember === undefined
    ? callerKey
    : { id: callerMember.id, isMember: true, charactersPerMonth: callerMember.charactersPerMonth }
}

export type Sources = {
  readonly keyHeader: KeyHeader
  readonly db: Database
  readonly clock: () => number
  readonly plans: PlanBook
  /** Called for each use of a key. */
  readonly onKeyUsed: (keyId: string) => void
  readonly findKey: KeyFinder
  readonly guesses: GuessLimit
  readonly links: Pick<AudioLinks, 'pageUrl'>
}

type Caller = Pick<
  FastifyRequest,
  'accountId' | 'callerKey' | 'callerMember' | 'isSession' | 'sessionId' | 'scopes'
> & {
  readonly planName: string
}

/** Declares the caller of each request, with the default plan until the key is checked. Call it before any other hook. */
export function expectCallers(app: FastifyInstance, defaultPlan: PlanLimits): void {
  app.decorateRequest('accountId', '')
  app.decorateRequest('callerKey', undefined)
  app.decorateRequest('callerMember', undefined)
  app.decorateRequest('isSession', false)
  app.decorateRequest('awaitsKey', false)
  app.decorateRequest('sessionId', undefined)
  app.decorateRequest('scopes')
  app.decorateRequest('plan')
  app.addHook('onRequest', async (request) => {
    request.scopes = []
    request.plan = defaultPlan
  })
}

/**
 * Admits only requests with a valid key, or of a signed-in Studio, and sets the caller on the request. A WebSocket without a key is
 * admitted too if `keyMayFollow`.
 */
export function requireApiKey(app: FastifyInstance, sources: Sources, keyMayFollow: boolean): void {
  app.addHook('onRequest', async (request) => {
    request.awaitsKey = keyMayFollow && request.ws && sources.keyHeader.read(request.headers) === undefined
    if (request.awaitsKey) request.accountId = `address ${request.ip}`
    else await noteCaller(request, sources)
  })
}

/** Sets the caller on a request. Throws UNAUTHORIZED or FORBIDDEN if its key is not valid, or not any more. */
export async function noteCaller(request: CheckedCall, sources: Sources): Promise<void> {
  const { planName, ...caller } = await authenticate(request, sources)
  Object.assign(request, caller, { plan: await sources.plans.limitsOf(planName) })
}

async function authenticate(
  request: CheckedCall,
  { keyHeader, db, clock, links, onKeyUsed, ...sources }: Sources,
): Promise<Caller> {
  const { key, token } = credentialOf(request, { keyHeader, links })
  const { ip: address } = request
  if (token !== undefined) return callerOfSession(await authenticateSession(db, { token, address, now: clock() }))
  if (key === undefined || key === '') {
    throw new ServiceError('UNAUTHORIZED', `No API key found: send it in the header ${keyHeader.name}`)
  }
  const found = await authenticateKey(sources, { key, address, now: clock() })
  onKeyUsed(found.id)
  return {
    accountId: found.accountId,
    callerKey: toCallerKey(found),
    callerMember: undefined,
    isSession: false,
    sessionId: undefined,
    scopes: scopesOf(found),
    planName: found.plan,
  }
}

/** The key of a request, or else the token of the session that may take its place. */
function credentialOf(
  { headers }: Pick<CheckedCall, 'headers'>,
  { keyHeader, links }: Pick<Sources, 'keyHeader' | 'links'>,
): { readonly key: string | undefined; readonly token: string | undefined } {
  const key = keyHeader.read(headers)
  const mayBeSession = key === undefined && keyHeader.orSession
  return { key, token: mayBeSession ? sessionTokenOf(headers, cookieOptionsOf(links)) : undefined }
}

/** Names the caller of a call that stays open, and checks whether it may still make it. */
export function describeCaller(
  request: CheckedCall,
  { keyHeader, db, clock, findKey, links }: Sources,
): Pick<OpenCall, 'caller' | 'check'> {
  const { ip: address } = request
  const { key, token } = credentialOf(request, { keyHeader, links })
  return {
    caller: `${address} ${key ?? token ?? ''}`,
    async check() {
      const now = clock()
      if (token !== undefined) {
        const { key: ofSession, expiresAt } = await authenticateSession(db, { token, address, now })
        return Math.min(expiresAt, ofSession?.expiresAt ?? Number.POSITIVE_INFINITY)
      }
      const found = await findKey(key ?? '')
      if (found === undefined) throw keyRefused()
      checkUse(found, { address, now })
      return found.expiresAt ?? undefined
    },
  }
}

/** A session can do what its member's role or its key can do, but not administer the service. */
export function scopesOfSession({ key, member }: Pick<SessionCaller, 'key' | 'member'>): readonly Scope[] {
  if (member !== undefined) return scopesOfRole(member.role)
  return key === undefined ? SESSION_SCOPES : scopesOf(key).filter((scope) => scope !== 'admin')
}

function callerOfSession(session: SessionCaller): Caller {
  const { sessionId, accountId, plan, key, member } = session
  return {
    accountId,
    callerKey: key && toCallerKey(key),
    callerMember: member,
    isSession: true,
    sessionId,
    scopes: scopesOfSession(session),
    planName: plan,
  }
}

function scopesOf({ scopes }: ApiKey): readonly Scope[] {
  return (scopes as readonly Scope[] | null) ?? DEFAULT_SCOPES
}

function toCallerKey({ id, family, charactersPerMonth, expiresAt, allowedAddresses }: ApiKey): CallerKey {
  const isRestricted = charactersPerMonth !== null || expiresAt !== null || allowedAddresses !== null
  return { id, family, charactersPerMonth, isRestricted }
}
