import {
  changeMember,
  createMemberLink,
  inviteMember,
  type MemberCode,
  removeMember,
} from '../../../accounts/management/manage-members.ts'
import { findMember, listMembers, type Member } from '../../../storage/records/members.ts'
import type { App } from '../../app.ts'
import { changedBy } from '../../requests/actor.ts'
import {
  memberInputSchema,
  memberLinkSchema,
  memberListSchema,
  memberParametersSchema,
  memberPatchSchema,
  memberSchema,
  toEmail,
  toMemberBody,
  toMemberChange,
  toMemberLinkBody,
} from '../../schemas/administration/member.ts'
import type { Services } from '../../services.ts'
import { refuseRestricted } from './keys.ts'

const ITEM = '/members/:member_id'

/** /members: the people of the caller's own account. The caller needs every scope of the role of a member that it invites, changes or removes. */
export function registerMemberRoutes(app: App, { db, clock, links }: Services): void {
  const linkOf = ({ member, code, codeExpiresAt }: { readonly member: Member } & MemberCode) => {
    return { member, url: links.signInUrl(code), codeExpiresAt }
  }

  app.get('/members', { schema: { response: { 200: memberListSchema } } }, async ({ accountId, callerMember }) => {
    const members = await listMembers(db, accountId)
    return { count: members.length, members: members.map((member) => toMemberBody(member, callerMember?.id)) }
  })

  app.post(
    '/members',
    { schema: { body: memberInputSchema, response: { 200: memberLinkSchema } } },
    async (request) => {
      const { accountId, scopes: grantable, callerMember, body } = request
      refuseRestricted(request)
      const { name, role, email, characters_per_month: charactersPerMonth = null } = body
      const invitation = { accountId, name, role, email: toEmail(email), charactersPerMonth, grantable }
      const invited = await inviteMember(db, invitation, changedBy(request, clock()))
      return toMemberLinkBody(linkOf(invited), callerMember?.id)
    },
  )

  const schema = { params: memberParametersSchema, response: { 200: memberSchema } }

  app.get(ITEM, { schema }, async ({ accountId, callerMember, params }) =>
    toMemberBody(await findMember(db, { id: params.member_id, accountId }), callerMember?.id),
  )

  app.patch(ITEM, { schema: { ...schema, body: memberPatchSchema } }, async (request) => {
    const { accountId, scopes: grantable, callerMember, params, body } = request
    await findMember(db, { id: params.member_id, accountId })
    refuseRestricted(request)
    const named = { memberId: params.member_id, accountId, grantable, change: toMemberChange(body) }
    return toMemberBody(await changeMember(db, named, changedBy(request, clock())), callerMember?.id)
  })

  app.delete(ITEM, { schema }, async (request) => {
    const { accountId, scopes: grantable, callerMember, params } = request
    const named = { memberId: params.member_id, accountId, grantable }
    return toMemberBody(await removeMember(db, named, changedBy(request, clock())), callerMember?.id)
  })

  app.post(
    `${ITEM}/sign-in-link`,
    { schema: { params: memberParametersSchema, response: { 200: memberLinkSchema } } },
    async (request) => {
      const { accountId, scopes: grantable, callerMember, params } = request
      // NOT_FOUND comes first, so that a foreign member looks like an unknown one.
      await findMember(db, { id: params.member_id, accountId })
      refuseRestricted(request)
      const named = { memberId: params.member_id, accountId, grantable }
      const created = await createMemberLink(db, named, changedBy(request, clock()))
      return toMemberLinkBody(linkOf(created), callerMember?.id)
    },
  )
}
