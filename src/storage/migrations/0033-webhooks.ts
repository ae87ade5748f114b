import { type Kysely, sql } from 'kysely'
import { identityColumn, isPostgres } from './identity-column.ts'

/** Adds webhooks. A trigger gives each event a delivery to every endpoint that wants it, in the commit of the event. */
export async function createWebhooks(db: Kysely<unknown>): Promise<void> {
  await createEndpoints(db)
  await createDeliveries(db)
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db)
}

async function createEndpoints(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('webhook_endpoints')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('event_types', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('previous_secret', 'text')
    .addColumn('previous_secret_until', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('disabled_at', 'bigint')
    .addColumn('failing_since', 'bigint')
    .execute()
  await db.schema.createIndex('webhook_endpoints_account').on('webhook_endpoints').column('account_id').execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  const position = identityColumn(db)
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('position', position.type, position.define)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('endpoint_id', 'text', (column) =>
      column.notNull().references('webhook_endpoints.id').onDelete('cascade'),
    )
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('event_at', 'bigint', (column) => column.notNull())
    .addColumn('payload', 'text')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('claimed', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('first_at', 'bigint')
    .addColumn('attempts', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  const isPending = sql<boolean>`status = 'pending'`
  await db.schema
    .createIndex('webhook_deliveries_due')
    .on('webhook_deliveries')
    .column('due_at')
    .where(isPending)
    .execute()
  const ofEndpoint = ['endpoint_id', 'position']
  await db.schema.createIndex('webhook_deliveries_endpoint').on('webhook_deliveries').columns(ofEndpoint).execute()
  await db.schema.createIndex('webhook_deliveries_age').on('webhook_deliveries').column('event_at').execute()
}

const deliver = (id: string) => `
  insert into webhook_deliveries (id, endpoint_id, type, subject, event_at)
  select 'msg_' || ${id}, id, new.type, new.subject, new.created_at from webhook_endpoints
  where account_id = new.account_id and disabled_at is null
  and (event_types is null or ' ' || event_types || ' ' like '% ' || new.type || ' %');`

const SQLITE = [
  `create trigger events_deliver after insert on events begin ${deliver('lower(hex(randomblob(16)))')} end`,
]
const POSTGRES = [
  `create function declaim_deliver_event() returns trigger language plpgsql as $$ begin
  ${deliver("replace(gen_random_uuid()::text, '-', '')")}
  return null; end $$`,
  'create trigger events_deliver after insert on events for each row execute function declaim_deliver_event()',
]
