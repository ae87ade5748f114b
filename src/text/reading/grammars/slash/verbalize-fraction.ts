import { spellCardinal, toOrdinalWords } from '../../../english/numbers/spell-number.ts'
import { partsOfFraction } from '../../../english/signs.ts'
import type { Manner } from '../../scene.ts'

const WRITTEN = /^(?:(\d{1,3})-(?=\d{1,2}\/\d{1,2}$))?(\d{1,4})\/(\d{1,4})(?:ths?|rds?|nds?)?$/
const WITH_SIGN = /^([-−]?)(\d*)([¼-¾⅐-⅞])$/

/** A fraction by its parts: `1/2`, `½`, `2½` and `1-1/2` (with `whole`). */
export type Fraction = { readonly whole?: string | undefined; readonly numerator: number; readonly denominator: number }

/** Finds a fraction written with a slash or as one character. */
export function findFraction(text: string): Fraction | undefined {
  const [, led, over, under] = WRITTEN.exec(text) ?? []
  const isSmall = led === undefined ? Number(under) > 0 || under === '0' : Number(over) < Number(under)
  if (isSmall) return { whole: led, numerator: Number(over), denominator: Number(under) }
  const [, sign, whole, character] = WITH_SIGN.exec(text) ?? []
  const [numerator, denominator] = partsOfFraction(character ?? '') ?? []
  if (numerator === undefined || denominator === undefined) return undefined
  return { whole: `${sign}${whole}` || undefined, numerator, denominator }
}

const NAMES: Readonly<Record<number, string>> = { 2: 'half', 4: 'quarter' }

/** Past twenty few parts have a name that people use. */
function isNamed(denominator: number): boolean {
  return denominator <= 20 || [30, 32, 40, 50, 60, 64, 100].includes(denominator)
}

/** `one half`, `three quarters`, `twenty two over seven`; after a whole number `a half`. */
export function verbalizeFraction(
  { numerator, denominator }: Fraction,
  { locale }: Pick<Manner, 'locale'>,
  after = false,
): string {
  const over = spellCardinal(String(numerator), locale)
  const under = spellCardinal(String(denominator), locale)
  if (numerator >= denominator || numerator === 0 || !isNamed(denominator)) return `${over} over ${under}`
  const part = NAMES[denominator] ?? toOrdinalWords(under)
  if (numerator === 1) return `${after ? (/^(?:eighth|eighteenth|eleventh)$/.test(part) ? 'an' : 'a') : 'one'} ${part}`
  return `${over} ${part === 'half' ? 'halves' : `${part}s`}`
}

/** `half a pint`, `a quarter of a mile`, `three quarters of an inch`; undefined for what is no part of one. */
export function verbalizePartOf(fraction: Fraction, unit: string, manner: Pick<Manner, 'locale'>): string | undefined {
  const { whole, numerator, denominator } = fraction
  if (whole !== undefined || numerator >= denominator || numerator === 0 || denominator > 16) return undefined
  const one = `${/^(?:[aeio]|ho(?:ur|nest))/.test(unit) ? 'an' : 'a'} ${unit}`
  return denominator === 2 ? `half ${one}` : `${verbalizeFraction(fraction, manner, true)} of ${one}`
}
