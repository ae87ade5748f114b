import {
  CODES_WITH_OTHER_SENSES,
  CURRENCIES,
  type Currency,
  MARKERS_BEFORE,
  MARKERS_BEHIND,
  SCALES,
} from '../../../english/currencies.ts'
import { oneOf } from '../../../english/currency-pattern.ts'
import { hasTrait, type Locale } from '../../../english/dialects.ts'
import { spellCardinal, spellNumber } from '../../../english/numbers/spell-number.ts'
import { isDigits, shapeOf } from '../../tokens/token-shape.ts'

/** How numbers are said. */
type Speech = { readonly locale: Locale }

/** An amount of money in one token: `-$1,234.50`, `$1.5bn`, `20€`, `99¢`, `US$50`, `EUR5`. */
export type Money = {
  readonly sign: string
  readonly amount: string
  readonly currency: Currency
  /** `million`, as a word, if a scale is behind the amount. */
  readonly scale?: string
}

/** Figures grouped in thousands, in lakhs or not at all. */
export const AMOUNT = '(?:\\d{1,3}(?:,\\d{3})+|[1-9]\\d?(?:,\\d\\d)+,\\d{3}|\\d+)(?:\\.\\d+)?|\\.\\d+'
const BEFORE = new RegExp(
  `^([-−+~]?)(${oneOf(MARKERS_BEFORE)})([-–−+~]?)(${AMOUNT})(?:-?(k|K|mn|mm|mln|mil|m|M|MM|bn|b|B|tn|trn|t|T|million|billion|trillion|thousand))?$`,
)
const AFTER = new RegExp(`^([-−+~]?)(${AMOUNT})(k|K|m|M|bn|b|B)?(${oneOf(['¢', 'p', 'c', ...MARKERS_BEHIND])})$`)
const CENT: Currency = { one: 'cent', many: 'cents' }
const PENNY: Currency = { one: 'penny', many: 'pence' }

/** Whether a code beside a figure is rather a word or a name: `COP27`, but not `COP 2,500`. */
export function isOtherName(code: string, amount: string): boolean {
  return CODES_WITH_OTHER_SENSES.has(code) && !/[.,]/.test(amount)
}

/** Reads the parts of an amount of money, or undefined if the token is none. */
export function findMoney(text: string, manner: Speech): Money | undefined {
  const money = findAnyMoney(text, manner)
  return money === undefined || (money.scale === undefined && isOtherName(money.code, money.amount)) ? undefined : money
}

/** The same, even if the code is a word or a name too: `COP27`. */
export function findAnyMoney(text: string, { locale }: Speech): (Money & { readonly code: string }) | undefined {
  if (shapeOf(text) === 'digits') return undefined
  const before = BEFORE.exec(text)
  if (before !== null) {
    const [, sign = '', code = '', inner = '', amount = '', scale] = before
    return { ...moneyOf({ sign: sign + inner, amount, currency: CURRENCIES.get(code)!, scale }), code }
  }
  const [, sign = '', amount = '', scale, code = ''] = AFTER.exec(text) ?? []
  if (code === '' || (code === 'c' && !isDigits(amount, 2, 2))) return undefined
  if (code === 'p' && !(hasTrait(locale, 'pence') && /^\d{1,2}(?:\.\d+)?$/.test(amount))) return undefined
  const currency = /^[¢c]$/.test(code) ? CENT : code === 'p' ? PENNY : CURRENCIES.get(code)!
  return { ...moneyOf({ sign, amount, currency, scale }), code }
}

function moneyOf({ scale, ...money }: Omit<Money, 'scale'> & { readonly scale: string | undefined }): Money {
  const word = scale === undefined ? undefined : SCALES.get(scale.toLowerCase())
  return word === undefined ? money : { ...money, scale: word }
}

function leadOf({ sign }: Money): string {
  return sign === '~' ? 'about ' : sign === '+' ? 'plus ' : sign === '' ? '' : 'minus '
}

/** The number of an amount before its scale and currency: `one point five`. */
export function verbalizeAmount(money: Money, { locale }: Speech): string {
  const { amount } = money
  return leadOf(money) + (spellNumber(amount, locale) ?? '')
}

/** The whole amount: `four dollars ninety nine cents`, in some dialects with `and`; `one point five billion dollars`. */
export function verbalizeMoney(money: Money, manner: Speech): string {
  const { amount, currency, scale } = money
  const { one, many, cent, cents } = currency
  if (scale !== undefined) return `${verbalizeAmount(money, manner)} ${scale} ${many}`
  const [whole = '', decimals = ''] = amount.split('.')
  const isHalf = decimals === '5' && cents !== undefined && !/^0?$/.test(whole)
  const part = isHalf ? '50' : decimals
  if (part !== '' && (cents === undefined || !isDigits(part, 2, 2))) return `${verbalizeAmount(money, manner)} ${many}`
  const isOne = Number(whole.replaceAll(',', '')) === 1
  const sum = `${verbalizeAmount({ ...money, amount: whole || '0' }, manner)} ${isOne ? one : many}`
  if (Number(part) === 0) return sum
  const rest = `${spellCardinal(part, manner.locale)} ${part === '01' ? cent : cents}`
  if (Number(whole) === 0) return leadOf(money) + rest
  return `${sum}${hasTrait(manner.locale, 'and') ? ' and ' : ' '}${rest}`
}

/** An amount that describes a thing: `four dollar fifty cent`, in pounds without the pence: `four pound fifty`. */
export function verbalizePriceOf(money: Money, manner: Speech): string {
  const { one, many, cent, cents } = money.currency
  const hasPence = cents === 'pence'
  const single = { one, many: many === 'pence' ? many : one }
  const currency = cent === undefined ? single : { ...single, cent, cents: hasPence ? cents : cent }
  const phrase = verbalizeMoney({ ...money, currency }, manner)
  if (hasPence) return phrase.replace(new RegExp(` ${one}(?: and)? (.+) (?:pence|penny)$`), ` ${one} $1`)
  return hasTrait(manner.locale, 'and') ? phrase.replace(` ${one} and `, ` ${one} `) : phrase
}
