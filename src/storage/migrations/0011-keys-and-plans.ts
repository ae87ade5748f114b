import type { Kysely } from 'kysely'

/** Plans of accounts, and what a key may do. The operator's own account has the plan `owner`. */
export async function addKeysAndPlans(db: Kysely<AccountsWithPlans>): Promise<void> {
  await db.schema
    .createTable('plans')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('limits', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('accounts')
    .addColumn('plan', 'text', (column) => column.notNull().defaultTo('default'))
    .execute()
  await db.updateTable('accounts').set({ plan: 'owner' }).where('name', '=', 'default').execute()
  await db.schema.alterTable('api_keys').addColumn('scopes', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('expires_at', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('allowed_addresses', 'text').execute()
  await db.schema.alterTable('api_keys').addColumn('characters_per_month', 'bigint').execute()
  await db.schema.alterTable('api_keys').addColumn('last_used_at', 'bigint').execute()
}

type AccountsWithPlans = { readonly accounts: { readonly name: string; readonly plan: string } }
