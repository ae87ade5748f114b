import type { components } from './api-types.ts'
import type { Call, CallOptions, Send } from './send.ts'

type Schemas = components['schemas']
export type Member = Schemas['Member']
export type MemberInput = Schemas['MemberInput']
export type MemberPatch = Schemas['MemberPatch']
export type MemberLink = Schemas['MemberLink']

/** The calls about the people of the caller's own account. */
export function createMembers(send: Send) {
  const json = async <Body>(path: string, call: Call) => (await (await send(path, call)).json()) as Body
  const pathOf = (memberId: string) => `/members/${encodeURIComponent(memberId)}`

  return {
    async list({ signal }: CallOptions = {}): Promise<readonly Member[]> {
      return (await json<Schemas['MemberList']>('/members', { signal })).members
    },
    /** The answer alone has the link that signs the person in. */
    invite: (input: MemberInput, { signal }: CallOptions = {}) => json<MemberLink>('/members', { body: input, signal }),
    /** What is left out stays as it is; null takes the limit away. */
    change: (memberId: string, patch: MemberPatch, { signal }: CallOptions = {}) =>
      json<Member>(pathOf(memberId), { method: 'PATCH', body: patch, signal }),
    remove: (memberId: string, { signal }: CallOptions = {}) =>
      json<Member>(pathOf(memberId), { method: 'DELETE', signal }),
    /** Makes a new one-time link; an earlier one that was not used becomes invalid. */
    createLink: (memberId: string, { signal }: CallOptions = {}) =>
      json<MemberLink>(`${pathOf(memberId)}/sign-in-link`, { method: 'POST', signal }),
  }
}
