import { randomUUID } from 'node:crypto'
import type { Selectable, Updateable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { Schema } from './schema.ts'

/** Where an account wants its events sent. */
export type WebhookEndpoint = {
  readonly id: string
  readonly accountId: string
  readonly url: string
  /** Null for all. */
  readonly eventTypes: readonly string[] | null
  readonly secret: string
  /** A second secret that signs too until some time. */
  readonly previousSecret: { readonly secret: string; readonly until: number } | null
  readonly createdAt: number
  readonly disabledAt: number | null
  /** When the first of its deliveries failed since one succeeded. */
  readonly failingSince: number | null
}

type EndpointKey = { readonly accountId: string; readonly id: string }

export async function insertEndpoint(
  db: Database,
  {
    eventTypes,
    now,
    ...values
  }: Pick<WebhookEndpoint, 'accountId' | 'url' | 'eventTypes' | 'secret'> & { now: number },
): Promise<WebhookEndpoint> {
  const row = {
    id: randomUUID(),
    account_id: values.accountId,
    url: values.url,
    event_types: eventTypes?.join(' ') ?? null,
    secret: values.secret,
    created_at: now,
  }
  return toEndpoint(await db.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow())
}

/** The endpoints of an account, oldest first. */
export async function listEndpoints(db: Database, accountId: string): Promise<readonly WebhookEndpoint[]> {
  const query = db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', accountId)
  return (await query.orderBy('position').execute()).map(toEndpoint)
}

/** Throws NOT_FOUND. */
export async function findEndpoint(db: Database, { accountId, id }: EndpointKey): Promise<WebhookEndpoint> {
  const query = db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id)
  const row = await query.where('account_id', '=', accountId).executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find webhook ${id}`)
  return toEndpoint(row)
}

export type EndpointChange = {
  readonly url?: string
  readonly eventTypes?: readonly string[] | null
  readonly disabledAt?: number | null
}

/** Changes an endpoint. One that is enabled again starts without failures. Throws NOT_FOUND. */
export async function updateEndpoint(
  db: Database,
  key: EndpointKey,
  { url, eventTypes, disabledAt }: EndpointChange,
): Promise<WebhookEndpoint> {
  const values: Updateable<Schema['webhook_endpoints']> = {
    ...(url !== undefined && { url }),
    ...(eventTypes !== undefined && { event_types: eventTypes?.join(' ') ?? null }),
    ...(disabledAt !== undefined && { disabled_at: disabledAt }),
    ...(disabledAt === null && { failing_since: null }),
  }
  if (Object.keys(values).length > 0) await changeEndpoint(db, key, values)
  return await findEndpoint(db, key)
}

/** Gives an endpoint a new secret; the old one signs too until a time. Throws NOT_FOUND. */
export async function rotateSecret(
  db: Database,
  key: EndpointKey,
  { secret, until }: { readonly secret: string; readonly until: number },
): Promise<WebhookEndpoint> {
  const { secret: previous } = await findEndpoint(db, key)
  await changeEndpoint(db, key, { secret, previous_secret: previous, previous_secret_until: until })
  return await findEndpoint(db, key)
}

/** Removes an endpoint with its deliveries. Throws NOT_FOUND. */
export async function deleteEndpoint(db: Database, key: EndpointKey): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(db, key)
  await db.deleteFrom('webhook_endpoints').where('id', '=', key.id).execute()
  return endpoint
}

async function changeEndpoint(
  db: Database,
  { accountId, id }: EndpointKey,
  values: Updateable<Schema['webhook_endpoints']>,
): Promise<void> {
  await db
    .updateTable('webhook_endpoints')
    .set(values)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .execute()
}

export function toEndpoint(row: Selectable<Schema['webhook_endpoints']>): WebhookEndpoint {
  const { previous_secret: previous, previous_secret_until: until } = row
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    eventTypes: row.event_types?.split(' ') ?? null,
    secret: row.secret,
    previousSecret: previous === null || until === null ? null : { secret: previous, until },
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    failingSince: row.failing_since,
  }
}
