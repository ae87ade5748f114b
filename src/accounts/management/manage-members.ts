import { ServiceError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { lockAccount } from '../../storage/records/accounts.ts'
import { deleteIdentitiesOf } from '../../storage/records/identities.ts'
import {
  countMembers,
  endMember,
  findMember,
  insertMember,
  type Member,
  type MemberChange,
  updateMember,
} from '../../storage/records/members.ts'
import { limitCount } from '../limit-count.ts'
import { ROLES, refuseBroaderRole, scopesOfRole } from '../roles.ts'
import type { Scope } from '../scopes.ts'
import { createMemberCode } from '../sessions.ts'
import { checkMonthlyCharacters, checkName } from './check-fields.ts'
import { type ChangedBy, recordChange } from './record-change.ts'

/** A one-time code that signs a browser in as a member. It is shown once and stored nowhere. */
export type MemberCode = { readonly code: string; readonly codeExpiresAt: number }

/** Who is asked about, and what the one that asks may pass on. */
export type MemberName = {
  readonly memberId: string
  readonly accountId: string
  readonly grantable: readonly Scope[]
}

export type Invitation = Pick<Member, 'accountId' | 'name' | 'role' | 'email' | 'charactersPerMonth'> &
  Pick<MemberName, 'grantable'>

const MAX_MEMBERS = 1000

/**
 * Adds a member to an account. Throws MISSING_ARGUMENT for what a member cannot be, FORBIDDEN for a role that may do what the one that asks may
 * not, and CONFLICT if the account has too many members.
 */
export async function inviteMember(
  db: Database,
  { accountId, name, role, email, charactersPerMonth, grantable }: Invitation,
  by: ChangedBy,
): Promise<{ readonly member: Member } & MemberCode> {
  checkChange({ name, role, email, charactersPerMonth })
  refuseBroaderRole(role, { grantable, attempt: 'Cannot invite the member' })
  return await db.transaction().execute(async (transaction) => {
    await checkActor(transaction, accountId, by)
    const member = await insertMember(transaction, { accountId, name, role, email, charactersPerMonth, now: by.now })
    await limitCount(transaction, accountId, {
      count: () => countMembers(transaction, accountId),
      most: MAX_MEMBERS,
      refusal: () => `Cannot invite a member: the account has ${MAX_MEMBERS}, which is all it may have`,
    })
    const details = { name, role, email, charactersPerMonth }
    await recordChange(transaction, by, { action: 'inviteMember', accountId, target: member.id, details })
    return { member, ...(await createCode(transaction, member, by)) }
  })
}

/**
 * Changes a member, from its next request on. What is left out stays as it is. Throws NOT_FOUND for an unknown or removed member, and
 * FORBIDDEN for oneself, and if the role of the member is or would be one that may do what the one that asks may not.
 */
export async function changeMember(
  db: Database,
  { change, ...named }: MemberName & { readonly change: MemberChange },
  by: ChangedBy,
): Promise<Member> {
  const { memberId, accountId, grantable } = named
  const attempt = `Cannot change member ${memberId}`
  checkChange(change)
  if (change.role !== undefined) refuseBroaderRole(change.role, { grantable, attempt })
  return await db.transaction().execute(async (transaction) => {
    const { email } = await findActive(transaction, named, { by, attempt })
    refuseSelf(memberId, by, attempt)
    await updateMember(transaction, memberId, change)
    if (change.email !== undefined && change.email !== email) await deleteIdentitiesOf(transaction, memberId)
    const details = { ...change }
    await recordChange(transaction, by, { action: 'changeMember', accountId, target: memberId, details })
    return await findMember(transaction, { id: memberId, accountId })
  })
}

/** Removes a member: its sessions end at once, and its links begin none. Throws as `changeMember`. */
export async function removeMember(db: Database, named: MemberName, by: ChangedBy): Promise<Member> {
  const { memberId, accountId } = named
  const attempt = `Cannot remove member ${memberId}`
  return await db.transaction().execute(async (transaction) => {
    const member = await findActive(transaction, named, { by, attempt })
    refuseSelf(memberId, by, attempt)
    await endMember(transaction, memberId, by.now)
    const details = { name: member.name }
    await recordChange(transaction, by, { action: 'removeMember', accountId, target: memberId, details })
    return { ...member, removedAt: by.now }
  })
}

/**
 * Creates a new one-time code of a member. Earlier ones that were not used become invalid; sessions go on. Throws NOT_FOUND for an unknown or
 * removed member, and FORBIDDEN for one that may do what the one that asks may not.
 */
export async function createMemberLink(
  db: Database,
  named: MemberName,
  by: ChangedBy,
): Promise<{ readonly member: Member } & MemberCode> {
  const { memberId, accountId } = named
  return await db.transaction().execute(async (transaction) => {
    const attempt = `Cannot create a link of member ${memberId}`
    const member = await findActive(transaction, named, { by, attempt })
    await recordChange(transaction, by, { action: 'createMemberLink', accountId, target: memberId })
    return { member, ...(await createCode(transaction, member, by)) }
  })
}

async function createCode(transaction: Database, { id, accountId }: Member, { now }: ChangedBy): Promise<MemberCode> {
  const { code, expiresAt: codeExpiresAt } = await createMemberCode(transaction, { id, accountId, now })
  return { code, codeExpiresAt }
}

type Attempt = { readonly by: ChangedBy; readonly attempt: string }

async function findActive(
  transaction: Database,
  { memberId, accountId, grantable }: MemberName,
  { by, attempt }: Attempt,
): Promise<Member> {
  await checkActor(transaction, accountId, by)
  const member = await findMember(transaction, { id: memberId, accountId })
  if (member.removedAt !== null) throw new ServiceError('NOT_FOUND', `${attempt}: the member was removed`)
  refuseBroaderRole(member.role, { grantable, attempt })
  return member
}

/**
 * Throws FORBIDDEN if the member that asks may not manage members any more. Two owners that remove each other at the same time wait here for each
 * other, so one of them stays.
 */
async function checkActor(transaction: Database, accountId: string, { actor }: ChangedBy): Promise<void> {
  await lockAccount(transaction, accountId)
  if (actor.kind !== 'session' || actor.memberId === undefined) return
  const { role, removedAt } = await findMember(transaction, { id: actor.memberId, accountId })
  if (removedAt !== null || !scopesOfRole(role).includes('members'))
    throw new ServiceError('FORBIDDEN', 'Cannot manage members: your role does not allow it any more')
}

/** An account whose members are managed by owners keeps one so: the one that asks. */
function refuseSelf(memberId: string, { actor }: ChangedBy, attempt: string): void {
  if (actor.kind === 'session' && actor.memberId === memberId)
    throw new ServiceError('FORBIDDEN', `${attempt}: that is you; ask another owner`)
}

const MAX_EMAIL_LENGTH = 254

function checkChange({ name, role, email, charactersPerMonth }: MemberChange): void {
  if (name !== undefined) checkName(name)
  if (role !== undefined && !(ROLES as readonly string[]).includes(role))
    throw new ServiceError('MISSING_ARGUMENT', `Cannot use role "${role}": expected ${ROLES.join(', ')}`)
  if (email != null && (email.length > MAX_EMAIL_LENGTH || !/^[^\s@]+@[^\s@]+$/.test(email)))
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot use email ${JSON.stringify(email.slice(0, 60))}: expected an address`,
    )
  checkMonthlyCharacters(charactersPerMonth ?? null)
}
