import { type Static, Type } from 'typebox'
import type { MemberCode } from '../../../accounts/management/manage-members.ts'
import { ROLES, type Role } from '../../../accounts/roles.ts'
import type { Member, MemberChange } from '../../../storage/records/members.ts'
import { EPOCH, monthlyCharacters, orNull } from './fields.ts'

const role = Type.Unsafe<Role>({
  type: 'string',
  enum: ROLES,
  description:
    'owner: everything, with keys and members; editor: scripts, libraries, clips and usage; commenter and viewer: hear what there is',
})

export const memberInputSchema = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'The name of the person' }),
  role,
  email: orNull(
    Type.String({
      maxLength: 254,
      description: 'Whoever shows it, verified, at the identity provider signs in as the member',
    }),
  ),
  characters_per_month: monthlyCharacters('member'),
})

/** What a member is changed to. A field that is left out stays as it is; null takes the limit away. */
export const memberPatchSchema = Type.Partial(memberInputSchema)

type Status = 'invited' | 'active' | 'removed'
const STATES: readonly Status[] = ['invited', 'active', 'removed']

export const memberSchema = Type.Object({
  member_id: Type.String(),
  name: Type.String(),
  role,
  status: Type.Unsafe<Status>({ type: 'string', enum: STATES, description: 'invited: has not signed in yet' }),
  email: orNull(Type.String({ description: 'In lower case' })),
  characters_per_month: orNull(Type.Integer()),
  created_at: Type.Integer(EPOCH),
  signed_in_at: orNull(Type.Integer({ description: 'Epoch milliseconds of the last time' })),
  removed_at: orNull(Type.Integer(EPOCH)),
  is_current: Type.Boolean({ description: 'Whether the request comes from the member' }),
})

export const memberLinkSchema = Type.Object({
  ...memberSchema.properties,
  sign_in_url: Type.String({
    description:
      'Signs one browser in as the member, once. It is shown only in this answer; an earlier link becomes invalid',
  }),
  sign_in_expires_at: Type.Integer(EPOCH),
})

export const memberListSchema = Type.Object({ count: Type.Integer(), members: Type.Array(memberSchema) })

export const memberParametersSchema = Type.Object({ member_id: Type.String() })

/** `current` is the member that the request comes from. */
export function toMemberBody(member: Member, current: string | undefined): Static<typeof memberSchema> {
  const { id, name, email, charactersPerMonth, createdAt, signedInAt, removedAt } = member
  return {
    member_id: id,
    name,
    role: member.role as Role,
    status: removedAt !== null ? 'removed' : signedInAt === null ? 'invited' : 'active',
    email,
    characters_per_month: charactersPerMonth,
    created_at: createdAt,
    signed_in_at: signedInAt,
    removed_at: removedAt,
    is_current: id === current,
  }
}

type Linked = { readonly member: Member; readonly url: string } & Pick<MemberCode, 'codeExpiresAt'>

export function toMemberLinkBody(
  { member, url, codeExpiresAt }: Linked,
  current: string | undefined,
): Static<typeof memberLinkSchema> {
  return { ...toMemberBody(member, current), sign_in_url: url, sign_in_expires_at: codeExpiresAt }
}

export function toMemberChange(body: Static<typeof memberPatchSchema>): MemberChange {
  const { name, role: changed, email, characters_per_month } = body
  return {
    ...(name !== undefined && { name }),
    ...(changed !== undefined && { role: changed }),
    ...(email !== undefined && { email: toEmail(email) }),
    ...(characters_per_month !== undefined && { charactersPerMonth: characters_per_month }),
  }
}

/** An email address as it is compared. Empty is none. */
export function toEmail(email: string | null | undefined): string | null {
  return email?.trim().toLowerCase() || null
}
