import { CURRENCIES, CURRENCY_SIGNS } from './currencies.ts'

const GREEK =
  'α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi ο omicron π pi ρ rho σ sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega'.split(
    ' ',
  )

/** Names of the lower-case Greek letters. */
export const GREEK_NAMES: ReadonlyMap<string, string> = new Map(
  GREEK.flatMap((letter, i) => (i % 2 === 0 ? [[letter, GREEK[i + 1]!] as const] : [])),
)

/** Signs as they are read wherever no rule knows better. */
export const SIGN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '&': 'and',
    '%': 'percent',
    '+': 'plus',
    '=': 'equals',
    '÷': 'divided by',
    '×': 'times',
    '±': 'plus or minus',
    '−': 'minus',
    '≤': 'is less than or equal to',
    '≥': 'is greater than or equal to',
    '<': 'is less than',
    '>': 'is greater than',
    '≠': 'does not equal',
    '≈': 'is approximately',
    '∞': 'infinity',
    '√': 'square root of',
    '∑': 'sum',
    '∏': 'product',
    '∫': 'integral',
    '∂': 'partial',
    '∇': 'nabla',
    '∈': 'in',
    '∪': 'union',
    '∩': 'intersection',
    '∧': 'and',
    '∨': 'or',
    '¬': 'not',
    '°': 'degrees',
    '§': 'section',
    '¶': 'paragraph',
    '©': 'copyright',
    '‰': 'per mille',
    '→': 'to',
    '′': 'prime',
    '″': 'double prime',
    '¢': 'cent',
    ...Object.fromEntries(CURRENCY_SIGNS.map((sign) => [sign, CURRENCIES.get(sign)!.one])),
    '@': 'at',
    '#': 'number',
    '~': 'about',
    '^': 'to the power of',
    '*': 'times',
    '²': 'squared',
    '³': 'cubed',
    '¹': 'one',
    '⁻': 'minus',
    '⁰': 'to the zero',
    '⁴': 'to the fourth',
    '⁵': 'to the fifth',
    '⁶': 'to the sixth',
    '⁷': 'to the seventh',
    '⁸': 'to the eighth',
    '⁹': 'to the ninth',
    ⁿ: 'to the N',
  }),
)

/** Unicode fractions by numerator and denominator. */
export const FRACTIONS: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['½', [1, 2]],
  ['⅓', [1, 3]],
  ['⅔', [2, 3]],
  ['¼', [1, 4]],
  ['¾', [3, 4]],
  ['⅕', [1, 5]],
  ['⅖', [2, 5]],
  ['⅗', [3, 5]],
  ['⅘', [4, 5]],
  ['⅙', [1, 6]],
  ['⅚', [5, 6]],
  ['⅐', [1, 7]],
  ['⅛', [1, 8]],
  ['⅜', [3, 8]],
  ['⅝', [5, 8]],
  ['⅞', [7, 8]],
  ['⅑', [1, 9]],
  ['⅒', [1, 10]],
])
