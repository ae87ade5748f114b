import type { Kysely } from 'kysely'

/** The email addresses of members, the accounts of an identity provider that they sign in with, and sign-ins that are under way there. */
export async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('members').addColumn('email', 'text').execute()
  await db.schema.createIndex('members_by_email').on('members').column('email').execute()
  await db.schema
    .createTable('member_identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
    .addColumn('member_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('member_identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('identities_of_member').on('member_identities').column('member_id').execute()
  await db.schema
    .createTable('oidc_sign_ins')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('browser_hash', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}
