import rows from '../../../data/english/chat-words.json' with { type: 'json' }

/** Chat shorthand in lower case, to the words that are read. */
export const CHAT_WORDS: ReadonlyMap<string, string> = new Map(rows.map(({ written, say }) => [written, say] as const))

/** Shorthand that people also write in capitals: it is no acronym of anything else. */
export const LOUD_CHAT_WORDS: ReadonlySet<string> = new Set(
  rows.flatMap(({ written, loud }) => (loud === '' ? [] : [written])),
)
