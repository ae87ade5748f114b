import rows from '../../../../../data/english/abbreviations.json' with { type: 'json' }
import { isCapitals } from '../../tokens/token-shape.ts'

/** The words that an abbreviation may stand for, by its form in lower case without its last stop. */
export const ABBREVIATION_MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
  rows.map(({ written, meanings }) => [written, meanings.split('|')] as const),
)

const BARE = new Map(rows.map(({ written, bare }) => [written, bare] as const))

/** Whether a form without its stop may mean what it is short for: it is no everyday word, or none with a capital. */
export function isBare({ text, lower }: { readonly text: string; readonly lower: string }): boolean {
  const bare = BARE.get(lower) ?? ''
  if (isCapitals(text)) return bare.includes('capitals')
  return bare.startsWith('yes') || (bare === 'capital' && text !== lower)
}

/** Whether a form that is an everyday word may be short for another at the end of a sentence: `a 2-night min.` */
export function mayBeLast(lower: string): boolean {
  return BARE.get(lower)?.includes('last') === true
}

/** Meanings that want something behind them in the same sentence: a saint a name, `number` a figure. */
export const LEADING_MEANINGS: ReadonlySet<string> = new Set(
  rows.flatMap(({ before }) => (before === '' ? [] : before.split('|'))),
)
