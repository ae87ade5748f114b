import rows from '../../../data/english/bible-books.json' with { type: 'json' }

/** Books of the Bible in lower case, whole or abbreviated, to their names. */
export const BIBLE_BOOKS: ReadonlyMap<string, string> = new Map(
  rows.map(({ written, name }) => [written, name] as const),
)
