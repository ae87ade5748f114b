import { toCardinal } from 'n2words/en-US'
import ordinals from '../../../../data/english/irregular-ordinals.json' with { type: 'json' }
import { hasTrait, type Locale } from '../dialects.ts'
import { wordList } from '../word-list.ts'

const DIGITS = [...wordList('digits')]
/** The number speller names powers of a thousand up to a vigintillion. */
const LARGEST_NAMED = 66
const IRREGULAR_ORDINALS: ReadonlyMap<string, string> = new Map(
  ordinals.map(({ cardinal, ordinal }) => [cardinal, ordinal] as const),
)

/** `1234` (digits, perhaps grouped by commas) as `one thousand two hundred thirty four`, in some dialects with `and`. */
export function spellCardinal(digits: string, locale: Locale): string {
  if (LAKH_GROUPS.test(digits)) return spellLakhs(digits.replaceAll(',', ''), locale)
  const plain = digits.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (plain.length > LARGEST_NAMED) return spellDigits(digits)
  return toCardinal(plain, { and: hasTrait(locale, 'and') }).replaceAll('-', ' ')
}

/** Groups of two figures before the last three, as India writes them: `1,00,000`. */
const LAKH_GROUPS = /^[1-9]\d?(?:,\d\d)+,\d{3}$/

/** `1200000` as `twelve lakh`, as those say it who group figures so. */
function spellLakhs(digits: string, locale: Locale): string {
  const [crores, lakhs, rest] = [digits.slice(0, -7), digits.slice(-7, -5), digits.slice(-5)]
  const parts = [
    crores === '' ? '' : `${spellCardinal(crores, locale)} crore`,
    Number(lakhs) === 0 ? '' : `${spellCardinal(lakhs, locale)} lakh`,
    Number(rest) === 0 ? '' : spellCardinal(rest, locale),
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** `21` as `twenty first`. */
export function spellOrdinal(digits: string, locale: Locale): string {
  return toOrdinalWords(spellCardinal(digits, locale))
}

/** `twenty one` to `twenty first`: only the last word of a number changes. */
export function toOrdinalWords(cardinal: string): string {
  const cut = cardinal.lastIndexOf(' ') + 1
  const last = cardinal.slice(cut)
  const ordinal = IRREGULAR_ORDINALS.get(last) ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`)
  return cardinal.slice(0, cut) + ordinal
}

/** Digit by digit; `zero` names the 0, which many say as `oh` in telephone and room numbers. */
export function spellDigits(digits: string, zero: 'zero' | 'oh' = 'zero'): string {
  const words: string[] = []
  for (const digit of digits) {
    if (digit === '0') words.push(zero)
    else if (DIGITS[Number(digit)] !== undefined && digit !== ' ') words.push(DIGITS[Number(digit)]!)
  }
  return words.join(' ')
}

/** A year: `1999` in pairs, `1900` as `nineteen hundred`; `2005`, `1005` and what has not four digits as a number. */
export function spellYear(digits: string, locale: Locale): string {
  const [high, low] = [digits.slice(0, -2), digits.slice(-2)]
  if (!/^(?:1|2(?!00))[0-9]{3}$/.test(digits) || digits.startsWith('100')) return spellCardinal(digits, locale)
  return spellPair(high, low, locale)
}

/** House, room, flight and road numbers: `815` as `eight fifteen`, `1600` as `sixteen hundred`, `305` as `three oh five`. */
export function spellPairs(digits: string, locale: Locale): string {
  if (digits.startsWith('0') || digits.length > 4) return spellDigits(digits, 'oh')
  if (digits.length < 3 || /^\d000$/.test(digits)) return spellCardinal(digits, locale)
  return spellPair(digits.slice(0, -2), digits.slice(-2), locale)
}

function spellPair(high: string, low: string, locale: Locale): string {
  const first = spellCardinal(high, locale)
  if (low === '00') return `${first} hundred`
  return `${first} ${low.startsWith('0') ? `oh ${spellDigits(low[1]!)}` : spellCardinal(low, locale)}`
}

/** A plural of the last word: `nineteen nineties`, `sixes`. */
export function toPluralWords(phrase: string): string {
  if (/[^aeo]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`
  return /(?:x|ss|sh|ch)$/.test(phrase) ? `${phrase}es` : `${phrase}s`
}

/** A whole number or decimal with sign and grouping (`-1,234.50`), or undefined if the text is none. */
export function spellNumber(text: string, locale: Locale): string | undefined {
  const [, sign, whole = '', decimals] =
    /^([-−+±]?)(\d+|\d{1,3}(?:,\d{3})+|[1-9]\d?(?:,\d\d)+,\d{3}|)(?:\.(\d+))?$/.exec(text) ?? []
  if (/^\+\d{8,}$/.test(text)) return undefined
  if (sign === undefined || (whole === '' && decimals === undefined)) return undefined
  const words = [SIGN_NAMES[sign], whole === '' ? undefined : spellWhole(whole, locale)]
  if (decimals !== undefined) words.push('point', spellDigits(decimals))
  return words.filter((word) => word !== undefined).join(' ')
}

const SIGN_NAMES: Readonly<Record<string, string>> = { '-': 'minus', '−': 'minus', '+': 'plus', '±': 'plus or minus' }

/** A row of digits without grouping that is very long or begins with 0 is a code, not a quantity. */
function spellWhole(digits: string, locale: Locale): string {
  const isCode = (digits.startsWith('0') && digits.length > 1) || (/^\d{10,}$/.test(digits) && !digits.endsWith('000'))
  return isCode ? spellDigits(digits) : spellCardinal(digits, locale)
}
