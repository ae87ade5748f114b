import rows from '../../../data/english/dialects.json' with { type: 'json' }
import { listCell } from './list-cell.ts'

/** The English that is read and spoken: a locale of data/english/dialects.tsv, such as `en_GB`. */
export type Locale = string

/** What some dialects do and others do not; data/english/README.md describes each. */
export type Trait =
  | 'Australian-states'
  | 'and'
  | 'british-sounds'
  | 'days-first'
  | 'half-cups'
  | 'hour-letters'
  | 'junctions'
  | 'pence'
  | 'pound-key'
  | 'prescriptions'
  | 'SATs'
  | 'the-day'
  | 'zed'

type Dialect = {
  /** `British`. */
  readonly accent: string
  readonly country: string
  /** The sign of the currency that a price without one is in. */
  readonly currency: string
  /** Tables of data/lexicon with words that are said otherwise than in American English. The first that has a word decides. */
  readonly lexicons: readonly string[]
  readonly traits: ReadonlySet<string>
}

const DIALECTS: ReadonlyMap<Locale, Dialect> = new Map(
  rows.map(({ locale, accent, country, currency, lexicons, traits }) => [
    locale,
    { accent, country, currency, lexicons: listCell(lexicons), traits: new Set(listCell(traits)) },
  ]),
)
const LOCALES_BY_NAME: ReadonlyMap<string, Locale> = new Map(
  rows.flatMap(({ locale, names }) => listCell(names).map((name) => [name, locale] as const)),
)
const LOCALES_BY_CODE: ReadonlyMap<string, Locale> = new Map(rows.map(({ locale }) => [codeOf(locale), locale]))

/** The locales of all dialects. */
export const LOCALES: readonly Locale[] = [...DIALECTS.keys()]
/** American English, for texts that name no dialect. */
export const DEFAULT_LOCALE: Locale = LOCALES[0]!
/** What callers may call dialects: `us`, `uk`, `en_US`, and so on. */
export const DIALECT_NAMES: readonly string[] = [...LOCALES_BY_NAME.keys(), ...LOCALES]

/** Throws an Error if the locale is not in the table. */
export function dialectOf(locale: Locale): Dialect {
  const dialect = DIALECTS.get(locale)
  if (dialect === undefined)
    throw new Error(`Cannot read the dialect "${locale}": data/english/dialects.tsv has ${LOCALES.join(', ')}`)
  return dialect
}

/** Whether a dialect has a trait. Throws an Error if the locale is not in the table. */
export function hasTrait(locale: Locale, trait: Trait): boolean {
  return dialectOf(locale).traits.has(trait)
}

/** The locale of a code such as `en_GB` or `en-gb`; undefined if the table lacks it. */
export function findLocale(code: string): Locale | undefined {
  return LOCALES_BY_CODE.get(codeOf(code))
}

/** The locale of a code, or of a name such as `uk`, in any case; undefined if the table lacks it. */
export function findLocaleByName(name: string): Locale | undefined {
  return findLocale(name) ?? LOCALES_BY_NAME.get(name.toLowerCase())
}

function codeOf(code: string): string {
  return code.toLowerCase().replace('_', '-')
}
