import { wordSet } from '../../../language/word-set.ts'
import { spellCardinal } from '../../numbers/spell-number.ts'
import { readPiece } from '../../pieces/read-piece.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say, spell } from '../../spoken-word.ts'
import { SIGN_NAMES } from '../../tables/sign-names.ts'
import { isPrescribedTime } from '../calendar/read-prescribed-time.ts'
import { isInEquation } from './equation.ts'

/** A sign that is alone among figures: `5 - 3 = 2`, `1990 – 1995`, `x < 5`, `10 / 2`. */
export function readLoneSign(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (/^#\d$/.test(text) && /^(?:press|hit|dial)$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return [say(`${scene.locale === 'en_US' ? 'pound' : 'hash'} ${spellCardinal(text[1]!, scene.locale)}`)]
  if (/^#[A-Za-z]/.test(text) && /^hashtags?$/.test(tokenBefore(scene, index)?.lower ?? ''))
    return [readPiece(text.slice(1), scene)]
  if (text === '<3' && /^(?:you|u|this|it|my|him|her|y'all)?$/.test(tokenAfter(scene, index)?.lower ?? '') && index > 0)
    return [say('heart')]
  if (text.length !== 1) return undefined
  if (text === '-' || text === '–') return [say('to')]

  const before = tokenBefore(scene, index)

  const name = SIGN_NAMES.get(text)
  if (name === undefined) return undefined
  const hasVerb =
    index === 0 ||
    BEFORE_COMPARISON.has(before?.lower ?? '') ||
    (/^[≈≥≤]$/.test(text) && before === undefined) ||
    before?.text.endsWith("'s") === true ||
    (/^(?:for|with|any|every)$/.test(scene.tokens[index - 2]?.lower ?? '') && /^[a-zA-Z]$/.test(before?.text ?? '')) ||
    (text === '≈' && /^[a-z]{3,}$/.test(before?.text ?? ''))
  return [say(hasVerb ? name.replace(/^is /, '') : name)]
}

/** Behind these a comparison is said without its `is`: `needs ≥ 18`. */
const BEFORE_COMPARISON = wordSet(
  'is are was were be been being stays remains remain need needs needed require requires required with has have had at @ takes req min max keeps gets wants uses using than must',
)

/** In `a ≤ b` and `2x + 3` the letter is a name, not the article or a unit. */
export function readVariable(scene: Scene, index: number): Wording | undefined {
  const [, factor, letter] = /^(\d*)([a-zA-Z])$/.exec(scene.tokens[index]!.text) ?? []
  const beside = [tokenBefore(scene, index), tokenAfter(scene, index)]
  if (isFactor(scene, index))
    return [
      say(
        spell(scene.tokens[index]!.text.replace(/[²³]/, '')) +
          (/[²³]$/.test(scene.tokens[index]!.text)
            ? scene.tokens[index]!.text.endsWith('²')
              ? ' squared'
              : ' cubed'
            : ''),
      ),
    ]
  const [, over, under] = /^([a-zA-Z])\/([a-zA-Z])$/.exec(scene.tokens[index]!.text) ?? []
  if (over !== undefined && under !== undefined && beside.some((token) => token?.text === '='))
    return [say(`${over.toUpperCase()} over ${under.toUpperCase()}`)]
  if (factor === undefined || letter === undefined) return undefined
  if (/^[mglLVWhs]$/.test(letter) && factor.length > 1 && !beside.some((token) => token?.text === '=')) return undefined

  if (letter === 'a' && /^[a-z]{2,}|^\d+-[a-z]/.test(beside[1]?.text ?? '')) return undefined
  const [bracket] = scene.tokens[index]!.after
  const isApplied = /^[fghFGP]$/.test(letter) && bracket?.kind === '(' && scene.tokens[index + 1]?.joined === true
  if (isApplied && factor === '') return [say(`${letter.toUpperCase()} of`)]
  if (letter === 'x' && factor === '' && !isInEquation(scene, index)) {
    if (lasts(scene, index) || isPrescribedTime(scene, index + 1))
      return [say(/^\d+$/.test(beside[0]?.text ?? '') ? 'times' : 'for')]
  }
  if (letter === 'x' && factor === '' && beside.every((token) => /^\d/.test(token?.text ?? '')))
    return [say(/\d-?(?:pk|pack|ct)$/.test(beside[0]!.text) ? 'times' : 'by')]
  if (letter === 'x' && factor === '' && /^\d/.test(beside[1]?.text ?? '') && beside[0] !== undefined)
    return [
      say(
        /^[LWHD]$/i.test(beside[0].text) || (/^M\d{1,2}$/.test(beside[0].text) && /\dmm$/.test(beside[1]!.text))
          ? 'by'
          : 'times',
      ),
    ]
  const operator = factor === '' ? /^[=+×÷<>≤≥≈≠−±∧∨→]$/ : /^[=+×÷<>≤≥≈≠−±∧∨]$/
  return beside.some((token) => token !== undefined && operator.test(token.text))
    ? [say(`${factor === '' ? '' : spellCardinal(factor, scene.locale)} ${letter.toUpperCase()}`)]
    : undefined
}

/** The `ma` of `F = ma`: two or three letters that a single one equals. */
function isFactor(scene: Scene, index: number): boolean {
  if (!/^[a-zA-Z]{2,3}[²³]?$/.test(scene.tokens[index]!.text) || tokenBefore(scene, index)?.text !== '=') return false
  return /^[A-Za-z]$/.test(scene.tokens[index - 2]?.text ?? '')
}

/** `425° × 15 min.`, `t.i.d. × 7 d`, `3 × 10 min.`: a duration follows. */
function lasts(scene: Scene, index: number): boolean {
  const unit = tokenAfter(scene, index + 1)?.lower ?? ''
  return (
    index > 0 &&
    /^\d+(?:[-–]\d+)?$/.test(tokenAfter(scene, index)?.text ?? '') &&
    /^(?:d|days?|wks?|weeks?|mos?|months?|yrs?|years?|h|hrs?|hours?|mins?|minutes?|s|secs?|seconds?)$/.test(unit)
  )
}
