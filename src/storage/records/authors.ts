import type { Database } from '../database.ts'

/** Stands for whoever signed in by the operator's link, which belongs to no member. */
export const OPERATOR_LINK = 'link'

/** Who has edited a script: the id of a member or of an API key, or OPERATOR_LINK. Ids have no spaces. */
export type AuthorId = string

/** Somebody who has edited a script. A link has no name. */
export type Author = { readonly kind: 'member' | 'key' | 'link'; readonly name: string | null }

/** How many people a version names. */
const MOST_AUTHORS = 20

export function parseAuthors(stored: string): readonly AuthorId[] {
  return stored === '' ? [] : stored.split(' ')
}

/** Adds one to a list of authors, as it is stored. A list of very many keeps those that came last. */
export function addAuthor(authors: readonly AuthorId[], author: AuthorId): string {
  return [...authors.filter((one) => one !== author), author].slice(-MOST_AUTHORS).join(' ')
}

/** Finds the authors with these ids, also members that were removed and keys that were revoked. */
export async function findAuthors(
  db: Database,
  accountId: string,
  ids: Iterable<AuthorId>,
): Promise<ReadonlyMap<AuthorId, Author>> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return new Map()
  const members = await db
    .selectFrom('members')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .execute()
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('id', 'in', wanted)
    .execute()
  return new Map<AuthorId, Author>([
    [OPERATOR_LINK, { kind: 'link', name: null }],
    ...members.map(({ id, name }) => [id, { kind: 'member', name }] as const),
    ...keys.map(({ id, name }) => [id, { kind: 'key', name }] as const),
  ])
}
