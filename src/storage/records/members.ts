import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ServiceError } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { Schema } from './schema.ts'

/** A person of an account. */
export type Member = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly role: string
  /** In lower case. Whoever shows it at the identity provider signs in as the member. */
  readonly email: string | null
  /** UTF-16 units. Null: only the limit of the account counts. */
  readonly charactersPerMonth: number | null
  readonly createdAt: number
  /** When a session began last; null before the first one. */
  readonly signedInAt: number | null
  readonly removedAt: number | null
}

/** What can be changed of a member. */
export type MemberChange = Partial<Pick<Member, 'name' | 'role' | 'email' | 'charactersPerMonth'>>

export type NewMember = Pick<Member, 'accountId' | 'name' | 'role' | 'charactersPerMonth'> & {
  readonly email?: string | null
  readonly now: number
}

/** What the ids of members begin with. Usage has them in the place of keys, as processes of earlier versions know no other place. */
export const MEMBER_PREFIX = 'mem_'

export async function insertMember(
  db: Database,
  { accountId, name, role, email = null, charactersPerMonth, now }: NewMember,
): Promise<Member> {
  const row = {
    id: `${MEMBER_PREFIX}${randomUUID()}`,
    account_id: accountId,
    name,
    role,
    email,
    characters_per_month: charactersPerMonth,
    created_at: now,
    signed_in_at: null,
    removed_at: null,
  }
  await db.insertInto('members').values(row).execute()
  return toMember(row)
}

/** The members of an account, oldest first, those that were removed included. */
export async function listMembers(db: Database, accountId: string): Promise<readonly Member[]> {
  const rows = await db
    .selectFrom('members')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toMember)
}

/** Returns a member of an account, removed or not. Throws NOT_FOUND. */
export async function findMember(
  db: Database,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Member> {
  const row = await db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (row === undefined) throw new ServiceError('NOT_FOUND', `Cannot find member ${id}`)
  return toMember(row)
}

export async function updateMember(
  db: Database,
  id: string,
  { name, role, email, charactersPerMonth }: MemberChange,
): Promise<void> {
  const change = {
    ...(name !== undefined && { name }),
    ...(role !== undefined && { role }),
    ...(email !== undefined && { email }),
    ...(charactersPerMonth !== undefined && { characters_per_month: charactersPerMonth }),
  }
  if (Object.keys(change).length > 0) await db.updateTable('members').set(change).where('id', '=', id).execute()
}

/** Notes that a session of a member begins. */
export async function noteMemberSignIn(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('members').set({ signed_in_at: now }).where('id', '=', id).execute()
}

/** Ends a member: its sessions end at once, and its links and passkeys begin none. Its record stays, so that usage and the audit log can name it. */
export async function endMember(db: Database, id: string, now: number): Promise<void> {
  await db.updateTable('members').set({ removed_at: now }).where('id', '=', id).execute()
  await db.deleteFrom('sign_in_codes').where('member_id', '=', id).execute()
  await db.deleteFrom('sessions').where('member_id', '=', id).execute()
  await db.deleteFrom('passkeys').where('member_id', '=', id).execute()
  await db.deleteFrom('member_identities').where('member_id', '=', id).execute()
}

/** How many members an account has that were not removed. */
export async function countMembers(db: Database, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function toMember(row: Selectable<Schema['members']>): Member {
  return {
    id: row.id,
    accountId: row.account_id,
    name: row.name,
    role: row.role,
    email: row.email,
    charactersPerMonth: row.characters_per_month,
    createdAt: row.created_at,
    signedInAt: row.signed_in_at,
    removedAt: row.removed_at,
  }
}
