import type { Locale } from '../../../english/locale.ts'
import { sayTwoDigits } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { findPer } from '../../../english/units.ts'
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
  short: ({ written }, locale) => {
    const [whole = '', part = ''] = findSum(written!, locale)!.amount.split('.')
    return `${spellCardinal(whole, locale)} ${sayTwoDigits(part, locale)}`
  },
  /** The brackets of an account: `($4,500)`. */
  loss: ({ written }, locale) => `minus ${verbalizeMoney(findSum(written!, locale)!, { locale })}`,
  /** The arguments of a script: `dollar two`. */
  name: ({ written }, locale) => `dollar ${spellCardinal(written!.slice(1), locale)}`,
} satisfies Sayings

function sayPer(thing: string): string {
  const per = findPer(thing)!
  return per === 'each' ? per : `per ${per}`
}

/** The sum that is written in one token, or in two: `$5`, `5€`, `$5 million`. */
export function findSum(written: string, locale: Locale): Money | undefined {
  const [sum = '', scaled] = written.split(' ')
  if (scaled === undefined) return findMoney(sum, { locale })
  const scale = findScale(scaled)
  const money = findAnyMoney(sum, { locale })
  return scale === undefined || money === undefined || money.scale !== undefined ? undefined : { ...money, scale }
}
