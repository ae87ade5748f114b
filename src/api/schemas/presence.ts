import { type Static, Type } from 'typebox'
import type { PresentPage } from '../../jobs/events/project-presence.ts'
import { orNull } from './administration/fields.ts'

const pageId = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Of the page or program, for as long as it has the project open; letters, digits, - and _',
})

export const presenceInputSchema = Type.Object(
  {
    page_id: pageId,
    paragraph_id: Type.Optional(
      Type.String({ maxLength: 200, description: 'The paragraph that its cursor is in; absent if it has none' }),
    ),
    offset: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'In UTF-16 units of the text of the paragraph' }),
    ),
    is_open: Type.Optional(Type.Boolean({ description: 'False when it closes the project; true by default' })),
  },
  { description: 'A page that has a project open' },
)

export const presenceSchema = Type.Object(
  {
    pages: Type.Array(
      Type.Object({
        page_id: pageId,
        member_id: orNull({ type: 'string', description: 'The member who has it open; null for keys' }),
        name: orNull({ type: 'string', description: 'Of the member' }),
        paragraph_id: orNull({ type: 'string' }),
        offset: orNull({ type: 'integer' }),
      }),
    ),
  },
  { description: 'The pages that have a project open' },
)

export function toPresenceBody(pages: readonly PresentPage[]) {
  return {
    pages: pages.map(({ pageId: id, memberId, name, paragraphId, offset }) => ({
      page_id: id,
      member_id: memberId,
      name,
      paragraph_id: paragraphId,
      offset,
    })),
  }
}

/** The page of a request. */
export function toPresentPage(
  { page_id, paragraph_id, offset }: Static<typeof presenceInputSchema>,
  member: { readonly id: string; readonly name: string } | undefined,
): PresentPage {
  return {
    pageId: page_id,
    memberId: member?.id ?? null,
    name: member?.name ?? null,
    paragraphId: paragraph_id ?? null,
    offset: paragraph_id === undefined ? null : (offset ?? 0),
  }
}
