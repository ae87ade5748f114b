import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { anyOf } from '../../../english/word-list.ts'
import { type Scene, shareOut, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { isDigits, startsWithDigit } from '../../tokens/token-shape.ts'
import { readPiece } from '../read-piece.ts'
import { isNoun } from './describes-thing.ts'
import { verbalizeMeasure, verbalizeQuantityNumber } from './verbalize-measure.ts'

/** `9"x13"`, `8.5" x 11"`, `60" x 80" x 12"`, the screw `#8 x 1-1/2"`: the sign of inches parts the sides, and is said once. */
export function readSides(scene: Scene, index: number): Wording | undefined {
  const { tokens, locale } = scene
  const { text } = tokens[index]!
  const gauge = /^#(\d{1,2})$/.exec(text)?.[1]
  const first = gauge ?? SIDE.exec(text)?.[1]
  if (first === undefined || (gauge !== undefined && !/^\d[\d/.-]*["″]$/.test(tokens[index + 2]?.text ?? '')))
    return undefined
  const parts = [`${gauge === undefined ? '' : 'number '}${spellNumber(first, locale)}`]
  let last = index
  for (let side = nextSide(scene, last); side !== undefined; side = nextSide(scene, last)) {
    const number = verbalizeQuantityNumber(side.amount, scene)!
    if (side.at === last + 1) parts.push(`by ${number}`)
    else parts.push('by', number)
    last = side.at
  }
  const edge = parts.pop()!
  const describes = isNoun(tokenAfter(scene, last))
  return [...parts, describes ? `${edge.replace(/(?<=quarter|third|eighth)s$/, '')} inch` : `${edge} inches`].map(say)
}

const SIDE = /^(\d{1,3}(?:\.\d+)?)["″]$/
const SIGN = /^[xX×]$/

/** The side behind the token at `index`: `x13"`, or `x` and `13"`. */
function nextSide({ tokens }: Scene, index: number): { readonly amount: string; readonly at: number } | undefined {
  const at = SIGN.test(tokens[index + 1]?.text ?? '') ? index + 2 : index + 1
  const [, amount] =
    /^[xX×]?(\d{1,3}(?:\.\d+)?|(?:\d{1,2}-)?\d{1,2}\/\d{1,2}(?=["″]))["″]?$/.exec(tokens[at]?.text ?? '') ?? []
  return amount === undefined ? undefined : { amount, at }
}

const LENGTH = new RegExp(`(?:${anyOf('lengths of sides')})$`)

/** `2 x 400 g tins`, `6 x 1.5V batteries`: how many there are of a size. Two lengths are sides. */
export function readSizedThings(scene: Scene, index: number): Wording | undefined {
  const [count, sign, size] = [scene.tokens[index]!, tokenAfter(scene, index), tokenAfter(scene, index + 1)]
  if (sign === undefined || size === undefined || !SIGN.test(sign.text) || !isDigits(count.text, 1, 3)) return undefined
  const glued = verbalizeMeasure(size.text, scene, { describing: true, paired: true })
  const unit = tokenAfter(scene, index + 2)?.text ?? ''
  const apart =
    glued ??
    (startsWithDigit(unit) ? undefined : verbalizeMeasure(size.text + unit, scene, { describing: true, paired: true }))
  const last = index + (glued === undefined ? 3 : 2)
  if (apart === undefined || LENGTH.test(apart) || !mayBeSeveral(count.text, tokenAfter(scene, last))) return undefined
  const number = spellNumber(count.text, scene.locale)
  const words = (link: string) => shareOut(say(`${number} ${link} ${apart}`), last - index + 1)
  const wouldSoundLikeOne = count.text.length > 1 && /^\d\d?(?!\d)/.test(size.text)
  return (wouldSoundLikeOne ? undefined : words('')) ?? words('times')
}

/** One thing, or several in the plural: not the gin of `2 x 70 cl gin`. */
function mayBeSeveral(count: string, thing: Token | undefined): boolean {
  return isNoun(thing) && (count === '1' || thing!.text.endsWith('s'))
}

/** `3.2 × 10⁻⁴ mol`, `4.1×10¹⁶ m`: a number in powers of ten, and its unit. */
export function readScientific(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const isGlued = SCIENTIFIC.test(text)
  const power = tokenAfter(scene, index + 1)
  const isApart =
    SIGN.test(tokenAfter(scene, index)?.text ?? '') && POWER.test(power?.text ?? '') && /^[-−]?\d[\d.]*$/.test(text)
  if (!isGlued && !isApart) return undefined
  const parts = isGlued
    ? [readPiece(text, scene)]
    : [readPiece(text, scene), say('times'), readPiece(power!.text, scene)]
  const unit = findUnit(tokenAfter(scene, index + parts.length - 1)?.text ?? '')
  return unit === undefined ? parts : [...parts, say(unit.many)]
}

const POWER = /^10(?:[⁻¹²³⁰⁴-⁹]+|\^-?\d+)$/
const SCIENTIFIC = /^[-−]?\d[\d.]*[xX×]10(?:[⁻¹²³⁰⁴-⁹]+|\^-?\d+)$/
