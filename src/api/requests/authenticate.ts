import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateKey } from '../../accounts/authenticate-key.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import type { PlanBook } from '../../accounts/plans.ts'
import { DEFAULT_SCOPES, type Scope } from '../../accounts/scopes.ts'
import { findSessionAccount } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findAccount } from '../../storage/records/accounts.ts'
import { sessionTokenOf } from '../studio/session-cookie.ts'

/** The key of a request, as far as its rules matter after authentication. */
export type CallerKey = { readonly id: string; readonly charactersPerMonth: number | null }

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key the request carries; empty before it is checked. */
    accountId: string
    /** Undefined before it is checked, and in a session of the Studio. */
    callerKey: CallerKey | undefined
    scopes: readonly Scope[]
    /** Of the account's plan; of the default plan before the key is checked. */
    plan: PlanLimits
  }
}

type Sources = {
  readonly db: Database
  readonly clock: () => number
  readonly plans: PlanBook
  /** Is told of each use of a key. */
  readonly onKeyUsed: (keyId: string) => void
  /** Throws RATE_LIMITED if an address has sent too many wrong keys. */
  readonly onWrongKey: (address: string) => void
}

type Caller = Pick<FastifyRequest, 'accountId' | 'callerKey' | 'scopes'> & { readonly planName: string }

/** Gives each request the place for its caller, and until that is known the default plan. Call it before any other hook. */
export function expectCallers(app: FastifyInstance, defaultPlan: PlanLimits): void {
  app.decorateRequest('accountId', '')
  app.decorateRequest('callerKey', undefined)
  app.decorateRequest('scopes')
  app.decorateRequest('plan')
  app.addHook('onRequest', async (request) => {
    request.scopes = []
    request.plan = defaultPlan
  })
}

/** Admits only requests with a valid `X-Api-Key`, or of a signed-in Studio, and notes on the request whose they are. */
export function requireApiKey(app: FastifyInstance, sources: Sources): void {
  app.addHook('onRequest', async (request) => {
    const { planName, ...caller } = await authenticate(request, sources)
    Object.assign(request, caller, { plan: await sources.plans.limitsOf(planName) })
  })
}

async function authenticate(request: FastifyRequest, { db, clock, onKeyUsed, onWrongKey }: Sources): Promise<Caller> {
  const key = request.headers['x-api-key']
  const token = key === undefined ? sessionTokenOf(request.headers) : undefined
  if (token !== undefined) return await authenticateSession(token, { db, clock })
  if (typeof key !== 'string' || key === '') {
    throw new ServiceError('UNAUTHORIZED', 'No API key found: send it in the header X-Api-Key')
  }
  const found = await authenticateKey(db, { key, address: request.ip, now: clock() }).catch((error: unknown) => {
    onWrongKey(request.ip)
    throw error
  })
  onKeyUsed(found.id)
  return {
    accountId: found.accountId,
    callerKey: { id: found.id, charactersPerMonth: found.charactersPerMonth },
    scopes: (found.scopes as readonly Scope[] | null) ?? DEFAULT_SCOPES,
    planName: found.plan,
  }
}

async function authenticateSession(token: string, { db, clock }: Pick<Sources, 'db' | 'clock'>): Promise<Caller> {
  const accountId = await findSessionAccount(db, token, clock())
  if (accountId === undefined) throw new ServiceError('UNAUTHORIZED', 'The session has ended: sign in again')
  const { plan } = await findAccount(db, accountId)
  return { accountId, callerKey: undefined, scopes: DEFAULT_SCOPES, planName: plan }
}
