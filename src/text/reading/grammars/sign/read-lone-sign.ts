import { hasTrait, type Locale } from '../../../english/dialects.ts'
import { spellCardinal, spellDigits } from '../../../english/numbers/spell-number.ts'
import { SIGN_NAMES } from '../../../english/signs.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { POWER } from '../../tokens/token.ts'
import { SIGN_WORDS } from './say.ts'

/** A sign that is alone: `5 - 3`, `x < 5`; and the keys of a telephone: `dial *67`, `press #9`. */
export function readLoneSign(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const [, key, digits] = /^([*#])(\d{1,3})$/.exec(text) ?? []
  if (digits !== undefined && /^(?:press|hit|dial|or|then)$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return [
      say(`${key === '*' ? 'star' : hasTrait(scene.locale, 'pound-key') ? 'pound' : 'hash'} ${spellDigits(digits)}`),
    ]
  const [words] = Object.hasOwn(SIGN_WORDS, text) ? SIGN_WORDS[text]! : []
  const name = text === '-' || text === '–' ? 'to' : (SIGN_NAMES.get(text) ?? words)
  return name === undefined ? undefined : [say(name)]
}

/** The power in `2^(k-1)`. */
const RAISED_DIFFERENCE = /^(\d*[a-zA-Z]?)[-−](\d*[a-zA-Z]?)$/

/** `2k` as `two K`. */
function readTerm(term: string, locale: Locale): string {
  const [, factor = '', letters = ''] = /^(\d*)([a-zA-Z]*)$/.exec(term) ?? []
  return `${factor === '' ? '' : spellCardinal(factor, locale)} ${spell(letters)}`
}

const OPERATOR = /^[=+×÷<>≤≥≈≠−±∧∨→]$/
/** Letters that are units behind a figure of several digits. */
const UNIT = /^\d\d+[mglLVWhs]$/

/** In `a ≤ b`, `2x + 3`, `f(x)` and `F = ma` letters are names; the `x` of `3 x 4` is a sign. */
export function readVariable(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const { text, after } = tokens[index]!
  const [before, next] = [tokenBefore(scene, index), tokenAfter(scene, index)]
  const [, first, last] = RAISED_DIFFERENCE.exec(text) ?? []
  if (first !== undefined && last !== undefined && tokens[index - 1]?.name === POWER)
    return [say(`${readTerm(first, locale)} minus ${readTerm(last, locale)}`)]
  const [, product, square = ''] = /^([a-zA-Z]{2,3})(²?)$/.exec(text) ?? []
  if (product !== undefined && before?.text === '=' && /^[A-Za-z]$/.test(tokens[index - 2]?.text ?? ''))
    return [say(`${spell(product)}${square && ' squared'}`)]
  const [factor, operator] = [tokens[index + 1], tokens[index + 2]]
  const isFactor = factor?.joined === true && /^\d*[a-z]$/.test(factor.text) && OPERATOR.test(operator?.text ?? '')
  if (isFactor && /^\d+$/.test(text)) return [say(`${spellCardinal(text, locale)} times`)]
  if (/^\d+[a-z]{2,3}$/.test(text) && before?.text === '−') return [say(readTerm(text, locale))]
  const letter = /^\d*([a-zA-Z])$/.exec(text)?.[1]
  if (letter === undefined) return undefined
  const isApplied = /^[fghFGP]$/.test(text) && after[0]?.kind === '(' && tokens[index + 1]?.joined === true
  if (isApplied) return [say(`${letter.toUpperCase()} of`)]
  if (text === 'x' && /^\d/.test(next?.text ?? '')) return [say(/^\d/.test(before?.text ?? '') ? 'by' : 'times')]
  const isTerm = [before, next].some((beside) => OPERATOR.test(beside?.text ?? '')) && !UNIT.test(text)
  return isTerm ? [say(readTerm(text, locale))] : undefined
}
