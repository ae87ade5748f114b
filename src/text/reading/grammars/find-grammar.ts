import { HAS_SIGN } from '../../english/currency-pattern.ts'
import { DEFAULT_LOCALE, LOCALES } from '../../english/dialects.ts'
import { findRomanValue } from '../../english/numbers/roman-numeral.ts'
import type { Grammar } from '../candidate.ts'
import { hasDigit } from '../tokens/token-shape.ts'
import { alternativesGrammar } from './alternatives/grammar.ts'
import { codeGrammar } from './code/grammar.ts'
import { gradeGrammar } from './grade/grammar.ts'
import { GRAMMARS } from './grammars.ts'
import { NUMERAL } from './roman/grammar.ts'
import { sidesGrammar } from './sides/grammar.ts'
import { SIGN_WORDS } from './sign/say.ts'

/** The grammar of a written form, by what its characters are: digits with one kind of sign between, capitals. */
export function findGrammar(written: string): Grammar | undefined {
  if (written.length > 30 || written.length < 1) return undefined
  const name = nameOf(written)
  return name === undefined ? undefined : GRAMMARS_BY_NAME.get(name)
}

const GRAMMARS_BY_NAME = new Map(GRAMMARS.map((grammar) => [grammar.name, grammar]))

function nameOf(written: string): string | undefined {
  const first = written.charCodeAt(0)
  if (isCode(written)) return 'code'
  if (first >= 48 && first <= 57) return nameOfFigure(written)
  if (isSign(written)) return 'sign'
  if (first === 42) return /^\*\d{1,3}$/.test(written) ? 'star' : undefined
  if (first === 40) return holdsSum(written) ? 'money' : undefined
  if (first === 58) return /^:\d/.test(written) ? 'colon' : undefined
  if (first === 46) return /^\.\d+$/.test(written) ? 'bare point' : undefined
  if (NUMERAL.test(written) && findRomanValue(written.toUpperCase()) !== undefined) return 'roman'
  if (/^[A-FO]{1,3}[-+]$/.test(written) && gradeGrammar.propose(written, DEFAULT_LOCALE).length > 0) return 'grade'
  if (/^(?:[A-Z]{2,6}|[NSEWRF])$/.test(written)) return 'capitals'
  if (alternativesGrammar.propose(written, DEFAULT_LOCALE).length > 0) return 'alternatives'
  return holdsSum(written) ? 'money' : undefined
}

function nameOfFigure(written: string): string | undefined {
  if (/[xX×]\d/.test(written) && sidesGrammar.propose(written, DEFAULT_LOCALE).length > 0) return 'sides'
  const [sign] = /[^\d]/.exec(written) ?? []
  if (sign === undefined) return 'digits'
  if (sign === '*' || written.endsWith('*')) return /^\d{1,3}(?:\.\d)?\*$/.test(written) ? 'star' : undefined
  const one = ONE_SIGN[sign]
  if (one === undefined || HAS_SIGN.test(written))
    return isSuffixed(written) ? 'suffix' : holdsSum(written) ? 'money' : undefined
  if (!/^[\d./:–-]+$/.test(written)) return isSuffixed(written) ? 'suffix' : undefined
  return written.split(sign).length > 2 ? MANY_SIGNS[one] : one
}

/** One sign or two that have a reading together. */
export function isSign(written: string): boolean {
  return written.length < 3 && Object.hasOwn(SIGN_WORDS, written)
}

/** Capitals and digits that are a code in some dialect. */
function isCode(written: string): boolean {
  return (
    /^x\d|[A-Z][-/]?\d|\d[A-Z]+\d|\d[-/][A-Z]|\d\/\d{5}|\d{5}\/\d/.test(written) &&
    LOCALES.some((locale) => codeGrammar.propose(written, locale).length > 0)
  )
}

/** A figure and the sign of a currency. */
function holdsSum(written: string): boolean {
  return (HAS_SIGN.test(written) || written.endsWith('¢')) && hasDigit(written)
}

/** A figure with letters or one sign right behind it. */
function isSuffixed(written: string): boolean {
  return /^[\d.,]+(?:-?[A-Za-z]+|["'#])$/.test(written)
}

const MANY_SIGNS: Readonly<Record<string, string>> = {
  slash: 'slashes',
  hyphen: 'hyphens',
  colon: 'colons',
  point: 'points',
}
const ONE_SIGN: Readonly<Record<string, string>> = {
  '/': 'slash',
  '-': 'hyphen',
  '–': 'hyphen',
  ':': 'colon',
  '.': 'point',
}
