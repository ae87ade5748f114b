import rows from '../../../data/english/special-words.json' with { type: 'json' }

/** Written tokens with a reading of their own, in the notation of `say`; case counts. */
export const SPECIAL_WORDS: ReadonlyMap<string, string> = new Map(
  rows.map(({ written, say }) => [written, say] as const),
)
