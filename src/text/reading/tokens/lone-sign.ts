import { wordList } from '../../english/word-list.ts'
import { matchAt } from '../../match-at.ts'

const BEFORE_CODE = wordList('before a code of keys')
const BEFORE_STAR = wordList('before the key star')

/** A lone `@` or `#`, and the `*` of a keypad. */
export function isLoneSign(text: string, at: number, before: string): boolean {
  if (/^[@#](?:[ .,;:!?)]|$)/.test(text.slice(at, at + 2))) return true
  if (/^\*\d/.test(text.slice(at, at + 3)) && BEFORE_CODE.has(before)) return true
  return /^\*(?:[ .,;!?)]|$)/.test(text.slice(at, at + 2)) && BEFORE_STAR.has(before)
}

/** The feet of `5' 10"`, and of `800' in` unless it closes a quotation. */
export function isFootSign(text: string, at: number): boolean {
  if (/^' \d{1,2}(?:\.\d+)?"/.test(text.slice(at, at + 8))) return true
  const opens = /(?:^|\s)'\S[^']*$/.test(text.slice(Math.max(0, at - 200), at))
  if (/^'[-–]\d{1,3}'(?!\d)/.test(text.slice(at, at + 8))) return true
  return /^'(?=[\s.,;)]|$)/.test(text.slice(at, at + 2)) && !opens
}

const ABSOLUTE = /(?<![\w|])\|(?=[^\s|])(?![^|\n]{0,24}[A-Za-z]{2})[^|\n]{0,24}[\w²³)\u03b1-\u03c9]\|(?![\w|])/y

/** The term between two bars with the bars, if the term has only letters of variables: `|x|`, `|a + b|`. */
export function findAbsolute(text: string, at: number): string | undefined {
  return matchAt(ABSOLUTE, text, at)?.[0]
}

const OPENS_SUBSECTION = /(?<=[\d)])\((?=(?:[a-z]|\d{1,2})\))/y
const CLOSES_SUBSECTION = /(?<=[\d)]\((?:[a-z]|\d{1,2}))\)/y

/** The brackets of `401(k)` and `501(c)(3)`, which are not heard. */
export function isSubsection(text: string, at: number): boolean {
  return matchAt(text[at] === '(' ? OPENS_SUBSECTION : CLOSES_SUBSECTION, text, at) !== null
}
