import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findSessionAccount } from '../../accounts/sessions.ts'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findValidApiKey } from '../../storage/records/api-keys.ts'
import { sessionTokenOf } from '../studio/session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key the request carries; empty before it is checked. */
    accountId: string
  }
}

/** Lets only requests with a valid `X-Api-Key`, or of a signed-in Studio, pass, and sets `request.accountId`. */
export function requireApiKey(app: FastifyInstance, db: Database, clock: () => number): void {
  app.decorateRequest('accountId', '')
  app.addHook('onRequest', async (request) => {
    request.accountId = await authenticate(request, { db, clock })
  })
}

type Sources = { readonly db: Database; readonly clock: () => number }

async function authenticate(request: FastifyRequest, { db, clock }: Sources): Promise<string> {
  const key = request.headers['x-api-key']
  const token = key === undefined ? sessionTokenOf(request.headers) : undefined
  if (token !== undefined) return await authenticateSession(token, { db, clock })
  if (typeof key !== 'string' || key === '') {
    throw new ServiceError('UNAUTHORIZED', 'No API key found: send it in the header X-Api-Key')
  }
  const found = await findValidApiKey(db, key)
  if (found === undefined) throw new ServiceError('UNAUTHORIZED', 'The API key is invalid or revoked')
  return found.accountId
}

async function authenticateSession(token: string, { db, clock }: Sources): Promise<string> {
  const accountId = await findSessionAccount(db, token, clock())
  if (accountId === undefined) throw new ServiceError('UNAUTHORIZED', 'The session has ended: sign in again')
  return accountId
}
