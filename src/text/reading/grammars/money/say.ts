import { CURRENCIES, type Currency } from '../../../english/currencies.ts'
import { MARKER_BEFORE } from '../../../english/currency-pattern.ts'
import type { Locale } from '../../../english/dialects.ts'
import { sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal, spellNumber } from '../../../english/numbers/spell-number.ts'
import { sayPer } from '../../../english/units.ts'
import type { Sayings } from '../../define-grammar.ts'
import { findScale } from './read-coded-money.ts'
import { findAnyMoney, findMoney, type Money, verbalizeMoney, verbalizePriceOf } from './verbalize-money.ts'

export const MONEY = {
  sum: ({ written }, locale) => verbalizeMoney(findSum(written!, locale)!, { locale }),
  /** `a five dollar bill`. */
  'sum, describing': ({ written }, locale) => verbalizePriceOf(findSum(written!, locale)!, { locale }),
  rate: ({ written, thing }, locale) => `${verbalizeMoney(findSum(written!, locale)!, { locale })} ${sayPer(thing!)}`,
  /** `a ninety nine dollar per month plan`. */
  'rate, describing': ({ written, thing }, locale) =>
    `${verbalizePriceOf(findSum(written!, locale)!, { locale })} ${sayPer(thing!)}`,
  /** `seven twenty five`. */
  short: ({ written }, locale) => sayShort(written!, locale),
  /** `one seventy nine per liter`. */
  'short rate': ({ written, thing }, locale) => `${sayShort(written!, locale)} ${sayPer(thing!)}`,
  /** `lend me a $10`. */
  bill: ({ written }, locale) => spellCardinal(findSum(written!, locale)!.amount, locale),
  /** `two to four million dollars`. */
  span: ({ written }, locale) => saySpan(written!, 'many', locale),
  /** `a two to four million dollar rescue`. */
  'span, describing': ({ written }, locale) => saySpan(written!, 'one', locale),
  /** The brackets of an account: `($4,500)`. */
  loss: ({ written }, locale) => `minus ${verbalizeMoney(findSum(written!, locale)!, { locale })}`,
  /** The arguments of a script: `dollar two`. */
  name: ({ written }, locale) => `dollar ${spellCardinal(written!.slice(1), locale)}`,
} satisfies Sayings

function sayShort(written: string, locale: Locale): string {
  const [whole = '', part = ''] = findSum(written, locale)!.amount.split('.')
  return `${spellCardinal(whole, locale)} ${sayTwoDigits(part, locale)}`
}

const SPAN = new RegExp(`^(${MARKER_BEFORE})(\\d[\\d,.]*)[-–](?:\\1)?(\\d[\\d,.]*)(k|K|m|M|bn|B)?(?: (\\S+))?$`)

/** Two sums of one currency with a dash between: `$2-4 million`, `£30-£50`. */
type Span = { readonly ends: string; readonly scale: string; readonly currency: Currency }

/** Finds the two sums that are written in one token, or in two. Undefined if the form is none. */
export function findSpan(written: string, locale: Locale): Span | undefined {
  const [, sign, low, high, letter, word] = SPAN.exec(written) ?? []
  if (sign === undefined || (letter !== undefined && word !== undefined)) return undefined
  const scaled = letter ?? word
  const scale = scaled === undefined ? '' : findScale(scaled)
  const ends = [low, high].map((end) => spellNumber(end!, locale))
  if (scale === undefined || ends.includes(undefined)) return undefined
  return { ends: ends.join(' to '), scale, currency: CURRENCIES.get(sign)! }
}

function saySpan(written: string, number: 'one' | 'many', locale: Locale): string {
  const { ends, scale, currency } = findSpan(written, locale)!
  return `${ends} ${scale}${scale && ' '}${currency[number]}`
}

/** The sum that is written in one token, or in two: `$5`, `5€`, `$5 million`. */
export function findSum(written: string, locale: Locale): Money | undefined {
  const [sum = '', scaled] = written.split(' ')
  if (scaled === undefined) return findMoney(sum, { locale })
  const scale = findScale(scaled)
  const money = findAnyMoney(sum, { locale })
  return scale === undefined || money?.scale !== undefined ? undefined : money && { ...money, scale }
}
