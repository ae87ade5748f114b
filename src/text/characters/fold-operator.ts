import { withSigns } from '../english/currency-pattern.ts'
import { matchAt } from '../match-at.ts'

/** Operators of two or three characters that are not part of a longer row of signs, to the sign that reads the same. */
const OPERATOR = withSigns(
  /(?<![=!<>&|-])(?:\+\/[-−–] ?(?=[\d.¤])|\+\/[-−–](?!\w)|!={1,2}|<=(?!>)|>=|={2,3}|&&|-{1,2}>|=>|(?<= )\|\|(?= )|(?<=[ (])!(?!important)(?=[a-z]\w{2})|\([cC]\)(?= ?(?:19|20)\d\d))(?![=&|>])/y,
)
const SIGNS: Readonly<Record<string, string>> = {
  '!': '≠',
  '<': '≤',
  '=': '=',
  '&': '∧',
  '-': '→',
  '|': '∨',
  '+': '±',
  '(': '©',
}

const FIRST_SIGNS: ReadonlySet<number> = new Set(Array.from('!<>=&|+-(', (sign) => sign.charCodeAt(0)))

/** The operator of code that begins at `at`, such as `&&` or `!=`, and the one sign that it is read as; undefined if none does. */
export function foldOperator(text: string, at: number): { readonly sign: string; readonly length: number } | undefined {
  if (!FIRST_SIGNS.has(text.charCodeAt(at)) || !/[=&|>a-zC/-]/.test(text[at + 1] ?? '')) return undefined
  const written = matchAt(OPERATOR, text, at)?.[0]
  if (written === undefined) return undefined
  const sign = written === '!' ? '¬' : written === '>=' ? '≥' : written === '=>' ? '→' : SIGNS[written[0]!]
  return sign === undefined ? undefined : { sign, length: written.length }
}
