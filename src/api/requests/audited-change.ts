import type { FastifyRequest } from 'fastify'
import type { Database } from '../../storage/database.ts'
import { insertAuditEntry } from '../../storage/records/audit-log.ts'
import { createOnce, type KeptAnswer } from '../../storage/records/idempotency.ts'
import { API_PREFIX } from '../api-prefix.ts'
import { OPERATIONS } from '../openapi/operations.ts'
import { changedBy } from './actor.ts'
import { repeatableRequest } from './repeatable-request.ts'

type Request = Pick<
  FastifyRequest,
  'accountId' | 'callerKey' | 'callerMember' | 'isSession' | 'ip' | 'method' | 'params' | 'headers' | 'url' | 'body'
> & { readonly routeOptions: { readonly url?: string | undefined } }

/** The APIs of other services begin with it. */
const DOOR_PREFIX = '/v1'

type Stores = { readonly db: Database; readonly clock: () => number }

/**
 * Runs a change of what an account has in a transaction, which notes it in the audit log too, so that neither exists without the other.
 * Returns what `change` returns.
 */
export async function changeAudited<Answer extends object>(
  request: Request,
  { db, clock }: Stores,
  change: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  return await db.transaction().execute(async (transaction) => {
    const answer = await change(transaction)
    await auditChange(transaction, request, { now: clock(), answer })
    return answer
  })
}

/** The same for a request that may be sent again under an idempotency key. A repeated request is noted once. */
export async function createAudited<Answer extends object>(
  request: Request,
  { db, clock }: Stores,
  create: (transaction: Database) => Promise<Answer>,
  kept?: KeptAnswer<Answer>,
): Promise<Answer> {
  const now = clock()
  const createAndNote = async (transaction: Database): Promise<Answer> => {
    const answer = await create(transaction)
    await auditChange(transaction, request, { now, answer })
    return answer
  }
  return await createOnce(db, repeatableRequest(request, now), createAndNote, kept)
}

/**
 * Notes a change in the audit log under the id of its operation. Texts are not noted, because they are usage. Call it in the transaction
 * of the change.
 */
export async function auditChange(
  transaction: Database,
  request: Omit<Request, 'headers' | 'url' | 'body'>,
  { now, answer = {} }: { readonly now: number; readonly answer?: object },
): Promise<void> {
  const { accountId, method, routeOptions } = request
  const path = routeOptions.url ?? ''
  const prefix = path.startsWith(API_PREFIX) ? API_PREFIX : DOOR_PREFIX
  const route = `${method} ${path.slice(prefix.length)}`
  await insertAuditEntry(transaction, {
    actor: changedBy(request, now).actor,
    time: now,
    action: OPERATIONS[route]?.id ?? route,
    accountId,
    target: targetOf(request, answer),
    details: {},
  })
}

/** The ids in the path, then those that the answer adds, such as that of a new library. */
function targetOf({ params }: Pick<FastifyRequest, 'params'>, answer: object): string {
  const ids = Object.values(params as Readonly<Record<string, string>>)
  const added = Object.entries(answer).flatMap(([name, value]) =>
    name.endsWith('_id') && typeof value === 'string' && !ids.includes(value) ? [value] : [],
  )
  return [...ids, ...added].join('/')
}
