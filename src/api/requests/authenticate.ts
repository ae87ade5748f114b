import type { FastifyInstance, FastifyRequest } from 'fastify'
import { authenticateKey } from '../../accounts/authenticate-key.ts'
import type { KeyFinder } from '../../accounts/find-key.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import type { PlanBook } from '../../accounts/plans.ts'
import { DEFAULT_SCOPES, type Scope } from '../../accounts/scopes.ts'
import { findSessionAccount } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findAccount } from '../../storage/records/accounts.ts'
import { sessionTokenOf } from '../studio/session-cookie.ts'
import type { WrongKeyLimit } from './limit-rate.ts'

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

/** The header in which callers send their key. */
export type KeyHeader = {
  /** As an error names it. */
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

type Sources = {
  readonly keyHeader: KeyHeader
  readonly db: Database
  readonly clock: () => number
  readonly plans: PlanBook
  /** Is told of each use of a key. */
  readonly onKeyUsed: (keyId: string) => void
  readonly findKey: KeyFinder
  readonly onWrongKey: WrongKeyLimit
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

/** Admits only requests with a valid key, or of a signed-in Studio, and notes on the request whose they are. */
export function requireApiKey(app: FastifyInstance, sources: Sources): void {
  app.addHook('onRequest', async (request) => {
    const { planName, ...caller } = await authenticate(request, sources)
    Object.assign(request, caller, { plan: await sources.plans.limitsOf(planName) })
  })
}

async function authenticate(
  request: FastifyRequest,
  { keyHeader, db, clock, findKey, onKeyUsed, onWrongKey }: Sources,
): Promise<Caller> {
  const key = keyHeader.read(request.headers)
  const token = key === undefined && keyHeader.orSession ? sessionTokenOf(request.headers) : undefined
  if (token !== undefined) return await authenticateSession(token, { db, clock })
  if (key === undefined || key === '') {
    throw new ServiceError('UNAUTHORIZED', `No API key found: send it in the header ${keyHeader.name}`)
  }
  const found = await authenticateKey(findKey, { key, address: request.ip, now: clock() }).catch(
    async (error: unknown) => {
      if (error instanceof ServiceError) await onWrongKey(request.ip)
      throw error
    },
  )
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
