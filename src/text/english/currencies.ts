import rows from '../../../data/english/currencies.json' with { type: 'json' }
import scales from '../../../data/english/scales.json' with { type: 'json' }
import { listCell } from './list-cell.ts'

/** A currency: its main unit and, if people use one, its hundredth. */
export type Currency = { readonly one: string; readonly many: string; readonly cent?: string; readonly cents?: string }

type Row = (typeof rows)[number]

function currencyOf({ one, many, cent, cents }: Row): Currency {
  return cent === '' ? { one, many } : { one, many, cent, cents }
}

/** All ways to write the currencies of one row. */
function markersOf({ signs, codes, before, around }: Row): readonly string[] {
  return [signs, codes, before, around].flatMap(listCell)
}

/** Currencies by sign, by code and by abbreviation. */
export const CURRENCIES: ReadonlyMap<string, Currency> = new Map(
  rows.flatMap((row) => {
    const currency = currencyOf(row)
    return markersOf(row).map((marker) => [marker, currency] as const)
  }),
)

function column(name: 'signs' | 'codes' | 'before' | 'around' | 'names'): readonly string[] {
  return rows.flatMap((row) => listCell(row[name]))
}

/** Signs of one character. */
export const CURRENCY_SIGNS: readonly string[] = column('signs').filter((sign) => Array.from(sign).length === 1)
/** Codes that are words or names too. */
export const CODES_WITH_OTHER_SENSES: ReadonlySet<string> = new Set(column('names'))
/** What may be right before a figure. */
export const MARKERS_BEFORE: readonly string[] = ['signs', 'codes', 'before', 'around'].flatMap((name) =>
  column(name as 'signs'),
)
/** What may be right behind a figure. */
export const MARKERS_BEHIND: readonly string[] = [...CURRENCY_SIGNS, ...column('codes'), ...column('around')]

/** Powers of ten as they are written behind an amount. `m` counts as a million only behind money. */
export const SCALES: ReadonlyMap<string, string> = new Map(scales.map(({ written, say }) => [written, say] as const))
