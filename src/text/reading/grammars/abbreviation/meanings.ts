import rows from '../../../../../data/english/abbreviations.json' with { type: 'json' }

/** The words that an abbreviation may stand for, by its form in lower case without its last stop. */
export const ABBREVIATION_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ written, meanings }) => [written, meanings.split('|')] as const),
)

/** Meanings that want something behind them in the same sentence: a saint a name, `number` a figure. */
export const LEADING_MEANINGS: ReadonlySet<string> = new Set(
  rows.flatMap(({ before }) => (before === '' ? [] : before.split('|'))),
)
