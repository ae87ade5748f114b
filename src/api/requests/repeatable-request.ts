import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { RepeatableRequest } from '../../storage/records/idempotency.ts'

const MAX_KEY_LENGTH = 255

type Repeatable = Pick<FastifyRequest, 'headers' | 'accountId' | 'method' | 'url' | 'body'>

/** Identifies a repeated request by its `Idempotency-Key` header and its content. */
export function repeatableRequest(request: Repeatable, now: number): RepeatableRequest {
  const { accountId, method, url, body } = request
  const key = request.headers['idempotency-key']
  if (key === undefined || key === '') return { accountId, key: undefined, requestHash: '', now }
  if (typeof key !== 'string' || key.length > MAX_KEY_LENGTH) {
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use this Idempotency-Key: it is longer than ${MAX_KEY_LENGTH} characters`,
    )
  }
  const requestHash = createHash('sha256')
    .update(JSON.stringify([method, url, body], sortFields))
    .digest('hex')
  return { accountId, key, requestHash, now }
}

/** For JSON.stringify: some languages write the fields of an object in another order each time. */
function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
