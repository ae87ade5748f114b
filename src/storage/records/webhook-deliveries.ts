import { randomBytes } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { DeliveryStatus, Schema } from './schema.ts'
import { toEndpoint, type WebhookEndpoint } from './webhook-endpoints.ts'

/** One try to deliver. */
export type DeliveryAttempt = {
  readonly at: number
  readonly durationMs: number
  /** HTTP status; null if there was no answer. */
  readonly status: number | null
  /** Null if it succeeded. */
  readonly error: string | null
}

/** An event on its way to an endpoint. */
export type WebhookDelivery = {
  readonly position: number
  /** The `webhook-id` of every attempt. */
  readonly id: string
  readonly endpointId: string
  readonly type: string
  readonly subject: string
  readonly eventAt: number
  /** What is sent; null before the first attempt. */
  readonly payload: string | null
  readonly status: DeliveryStatus
  /** When the next attempt is due, if it is pending. */
  readonly dueAt: number
  /** When the first attempt was made since it was created or replayed. */
  readonly firstAt: number | null
  readonly attempts: readonly DeliveryAttempt[]
}

export type ClaimedDelivery = {
  readonly delivery: WebhookDelivery
  readonly endpoint: WebhookEndpoint
  /** When it was due before it was claimed. */
  readonly dueAt: number
}

/** Deliveries to one endpoint, and to all endpoints of an account, that are claimed at the same time: fewer than a process has workers. */
const ENDPOINT_AT_ONCE = 4
const ACCOUNT_AT_ONCE = 6
const CANDIDATES = 20
/** Literals, so that the database uses its indexes of pending and of claimed deliveries. */
const PENDING = sql.lit<DeliveryStatus>('pending')
const CLAIMED = sql.lit(1)

type Claim = {
  readonly now: number
  readonly until: number
  /** Endpoints that are not asked for now. */
  readonly without?: readonly string[]
  /** Whether an endpoint may be tried now; asked of each that has something due. */
  readonly mayTry?: (endpoint: { readonly id: string; readonly url: string }) => boolean
}

/**
 * Claims a delivery that is due: it is due again at `until`, if its worker dies. No two callers get the same one. Accounts without a
 * delivery under way come first, and endpoints that answer slowly cannot take every worker, however many of them an account has.
 */
export async function claimDelivery(db: Database, claim: Claim): Promise<ClaimedDelivery | undefined> {
  const without = new Set(claim.without)
  for (const atOnce of [1, ACCOUNT_AT_ONCE]) {
    for (let known = -1; known < without.size; ) {
      known = without.size
      const claimed = await claimFor(db, claim, { atOnce, without })
      if (claimed !== undefined) return claimed
    }
  }
  return undefined
}

type Eligible = {
  /** Deliveries of an account under way, from which on it gets no other. */
  readonly atOnce: number
  /** Endpoints that turn out not to be tried now are added. */
  readonly without: Set<string>
}

async function claimFor(
  db: Database,
  { now, until, mayTry = () => true }: Claim,
  { atOnce, without }: Eligible,
): Promise<ClaimedDelivery | undefined> {
  const busy = (key: 'endpoint.id' | 'endpoint.account_id', most: number) =>
    selectPending(db)
      .select(key)
      .where('delivery.claimed', '=', CLAIMED)
      .where('delivery.due_at', '>', now)
      .groupBy(key)
      .having(({ fn }) => fn.countAll(), '>=', most)
  const due = await selectPending(db)
    .select(['delivery.id', 'delivery.due_at', 'endpoint.id as endpoint_id', 'endpoint.url'])
    .where('delivery.due_at', '<=', now)
    .$if(without.size > 0, (query) => query.where('endpoint.id', 'not in', [...without]))
    .where('endpoint.id', 'not in', busy('endpoint.id', ENDPOINT_AT_ONCE))
    .where('endpoint.account_id', 'not in', busy('endpoint.account_id', atOnce))
    .orderBy('delivery.due_at')
    .orderBy('delivery.position')
    .limit(CANDIDATES)
    .execute()
  for (const { id, due_at: dueAt, endpoint_id: endpointId, url } of due) {
    if (without.has(endpointId)) continue
    if (!mayTry({ id: endpointId, url })) {
      without.add(endpointId)
      continue
    }
    const row = await db
      .updateTable('webhook_deliveries')
      .set({ due_at: until, claimed: 1 })
      .where('id', '=', id)
      .where('status', '=', 'pending')
      .where('due_at', '=', dueAt)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) continue
    const endpoint = await db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('id', '=', row.endpoint_id)
      .executeTakeFirst()
    if (endpoint !== undefined)
      return { delivery: toDelivery(row), endpoint: toEndpoint(endpoint), dueAt: Math.max(dueAt, row.event_at) }
  }
  return undefined
}

/** Deliveries that wait or are under way, each with its endpoint. */
function selectPending(db: Database) {
  return db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
    .where('delivery.status', '=', PENDING)
}

/** Keeps what a delivery sends, so that each attempt sends the same. */
export async function setPayload(db: Database, id: string, payload: string): Promise<void> {
  await db.updateTable('webhook_deliveries').set({ payload }).where('id', '=', id).execute()
}

type AttemptOutcome = {
  readonly attempt: DeliveryAttempt
  readonly status: DeliveryStatus
  /** Of the next attempt. */
  readonly dueAt: number
}

/** Logs an attempt of a claimed delivery and its next state. A delivery whose endpoint was disabled meanwhile does not become pending again. */
export async function noteAttempt(
  db: Database,
  { id, firstAt, attempts }: Pick<WebhookDelivery, 'id' | 'firstAt' | 'attempts'>,
  { attempt, status, dueAt }: AttemptOutcome,
): Promise<void> {
  const ended = status === 'pending' ? {} : { status }
  const values = { ...ended, due_at: dueAt, claimed: 0, first_at: firstAt ?? attempt.at }
  await db
    .updateTable('webhook_deliveries')
    .set({ ...values, attempts: JSON.stringify([...attempts, attempt]) })
    .where('id', '=', id)
    .execute()
}

/** Notes that an endpoint works or fails. `disable`: it gets nothing more, and what is pending has failed. */
export async function noteEndpoint(
  db: Database,
  id: string,
  { now, outcome }: { readonly now: number; readonly outcome: 'works' | 'fails' | 'disable' },
): Promise<void> {
  const endpoint = db.updateTable('webhook_endpoints').where('id', '=', id)
  if (outcome === 'works') await endpoint.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
  else if (outcome === 'fails') await endpoint.set({ failing_since: now }).where('failing_since', 'is', null).execute()
  else {
    await endpoint.set({ disabled_at: now }).execute()
    const pending = db.updateTable('webhook_deliveries').where('endpoint_id', '=', id).where('status', '=', 'pending')
    await pending.set({ status: 'failed', claimed: 0 }).execute()
  }
}

/** Creates a delivery that no event asked for. */
export async function insertDelivery(
  db: Database,
  { endpointId, type, subject, now }: { endpointId: string; type: string; subject: string; now: number },
): Promise<WebhookDelivery> {
  const row = { id: `msg_${randomBytes(16).toString('hex')}`, endpoint_id: endpointId, type, subject, event_at: now }
  return toDelivery(await db.insertInto('webhook_deliveries').values(row).returningAll().executeTakeFirstOrThrow())
}

export type ListDeliveriesOptions = {
  readonly endpointId: string
  readonly limit: number
  readonly status?: DeliveryStatus
  /** The id of a delivery: lists only older ones. */
  readonly before?: string
}

/** The deliveries to an endpoint, newest first. */
export async function listDeliveries(
  db: Database,
  { endpointId, limit, status, before }: ListDeliveriesOptions,
): Promise<readonly WebhookDelivery[]> {
  let query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (before !== undefined)
    query = query.where('position', '<', (sub) =>
      sub
        .selectFrom('webhook_deliveries')
        .select('position')
        .where('id', '=', before)
        .where('endpoint_id', '=', endpointId),
    )
  return (await query.orderBy('position', 'desc').limit(limit).execute()).map(toDelivery)
}

/** Makes a delivery due now, whatever its state; it keeps its id and its payload. Throws NOT_FOUND. */
export async function replayDelivery(
  db: Database,
  { endpointId, id }: { readonly endpointId: string; readonly id: string },
): Promise<WebhookDelivery> {
  const row = await db
    .updateTable('webhook_deliveries')
    .set({ status: 'pending', due_at: 0, claimed: 0, first_at: null })
    .where('id', '=', id)
    .where('endpoint_id', '=', endpointId)
    .returningAll()
    .executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find delivery ${id}`)
  return toDelivery(row)
}

/** Deliveries of all accounts that are not done. */
export async function countPendingDeliveries(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', PENDING)
    .executeTakeFirstOrThrow()
  return count
}

/** Forgets deliveries of events before `time`, unless they are pending. */
export async function deleteDeliveriesBefore(db: Database, time: number): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('event_at', '<', time).where('status', '<>', 'pending').execute()
}

function toDelivery(row: Selectable<Schema['webhook_deliveries']>): WebhookDelivery {
  return {
    position: row.position,
    id: row.id,
    endpointId: row.endpoint_id,
    type: row.type,
    subject: row.subject,
    eventAt: row.event_at,
    payload: row.payload,
    status: row.status,
    dueAt: row.due_at,
    firstAt: row.first_at,
    attempts: JSON.parse(row.attempts),
  }
}
