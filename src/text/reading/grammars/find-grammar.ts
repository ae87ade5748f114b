import { findRomanValue } from '../../normalization/numbers/roman-numeral.ts'
import type { Grammar } from '../candidate.ts'
import { GRAMMARS } from './grammars.ts'

/** The grammar of a written form, by what its characters are: digits with one kind of sign between, capitals. */
export function findGrammar(written: string): Grammar | undefined {
  if (written.length > 30 || written.length < 1) return undefined
  const name = nameOf(written)
  return name === undefined ? undefined : GRAMMARS_BY_NAME.get(name)
}

const GRAMMARS_BY_NAME = new Map(GRAMMARS.map((grammar) => [grammar.name, grammar]))

function nameOf(written: string): string | undefined {
  const first = written.charCodeAt(0)
  if (first >= 48 && first <= 57) return nameOfFigure(written)
  if (first === 46) return /^\.\d+$/.test(written) ? 'bare point' : undefined
  if (/^(?:[IVXLCDM]{2,9}|[ivx]{2,5}|[VXLCDM])$/.test(written) && findRomanValue(written.toUpperCase()) !== undefined)
    return 'roman'
  return /^[A-Z]{2,6}$/.test(written) ? 'capitals' : undefined
}

function nameOfFigure(written: string): string | undefined {
  const [sign] = /[^\d]/.exec(written) ?? []
  if (sign === undefined) return 'digits'
  const one = ONE_SIGN[sign]
  if (one === undefined) return /^[\d.,]+[A-Za-z]+$/.test(written) ? 'suffix' : undefined
  if (!/^[\d./:–-]+$/.test(written)) return /^[\d.]+[A-Za-z]+$/.test(written) ? 'suffix' : undefined
  return written.split(sign).length > 2 ? MANY_SIGNS[one] : one
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
