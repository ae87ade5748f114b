import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { findValidApiKey } from '../../storage/records/api-keys.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account whose key the request carries; empty before it is checked. */
    accountId: string
  }
}

/** Lets only requests with a valid `X-Api-Key` pass, and sets `request.accountId`. */
export function requireApiKey(app: FastifyInstance, db: Database): void {
  app.decorateRequest('accountId', '')
  app.addHook('onRequest', async (request) => {
    request.accountId = await authenticate(request, db)
  })
}

async function authenticate(request: FastifyRequest, db: Database): Promise<string> {
  const key = request.headers['x-api-key']
  if (typeof key !== 'string' || key === '') {
    throw new ServiceError('UNAUTHORIZED', 'No API key found: send it in the header X-Api-Key')
  }
  const found = await findValidApiKey(db, key)
  if (found === undefined) throw new ServiceError('UNAUTHORIZED', 'The API key is invalid or revoked')
  return found.accountId
}
