import { ABBREVIATIONS } from '../../../english/abbreviations.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { AMBIGUOUS_UNITS, findUnit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Manner, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { isDigits, isSmall, shapeOf, startsWithDigit } from '../../tokens/token-shape.ts'
import { verbalizeRange } from '../range/verbalize-range.ts'
import { findFraction, verbalizeFraction } from '../slash/verbalize-fraction.ts'
import { verbalizeFigures } from '../verbalize-figures.ts'
import { describesThing, isNoun } from './describes-thing.ts'
import { readHalfOfThing, readPartOfMeasure } from './read-part-of-measure.ts'
import { readScientific, readSides, readSizedThings } from './read-sides.ts'
import { isInch } from './read-unit-word.ts'
import { isSingular, LEADS, verbalizeMeasure, verbalizeQuantityNumber } from './verbalize-measure.ts'

/** Units of one letter or with a second sense that a number before them makes clear. */
const CLEAR_AFTER_NUMBER = wordList('units behind numbers')

/** `5 km/h`, `10 °C`, `1/2 tsp`, `1 1/2 cups`, `5-10 kg`, `a 24-70mm lens`: a number and what it counts or describes. */
export function readQuantity(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  if (next === undefined || isSideOfStreet(scene, index + 1) || CLOCK.test(`${text} ${next.text}`)) return undefined
  if (!/^[-−+±~<>≈≤≥.#]?[\d¼-¾⅐-⅞]/.test(text) || (next.joined && isSmall(next.text, 1, 1))) return undefined
  const early =
    readSides(scene, index) ??
    readSizedThings(scene, index) ??
    readScientific(scene, index) ??
    readHalfOfThing(text, next)
  if (early !== undefined) return early
  if (/\d°$/.test(text) && /^[CF]$/.test(next.text)) return readDegrees(text, next, scene)
  const describing = describesThing(scene, index, index + 1) || (/(?:["″]|mm)$/.test(text) && isNoun(next))
  const measure = describing ? verbalizeDescribing(text, scene) : undefined
  return measure === undefined ? readCounted(scene, index) : [say(measure)]
}

/** `1800 hrs` on a ship or in an army. */
const CLOCK = /^(?:[01]\d|2[0-3])[0-5]\d (?:hours|hrs)$/

/** The side of the compass in `914 N. Oak St.` and `410 w 5th ave`, which is no unit. */
export function isSideOfStreet(scene: Scene, index: number): boolean {
  const street = /^[NSEW]$/i.test(scene.tokens[index]!.text) ? tokenAfter(scene, index) : undefined
  if (street === undefined) return false
  const kind = ABBREVIATIONS.get(tokenAfter(scene, index + 1)?.lower ?? '')
  return /^[A-Z][a-z]|^\d+(?:st|nd|rd|th)$/.test(street.text) || kind?.some(({ use }) => use === 'street') === true
}

/** A number, perhaps with a fraction, and the units behind it. */
function readCounted(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const mixed = readWholeAndFraction(scene, index)
  if (mixed !== undefined) return mixed
  const units = readUnits(scene, index)
  const part =
    shapeOf(text) === 'digits'
      ? undefined
      : readPartOfMeasure(scene, index, units?.length === 1 ? nameOf(units[0]!) : undefined)
  if (part !== undefined) return part
  if (units === undefined) return undefined
  const number =
    verbalizeQuantityNumber(text, scene) ??
    verbalizePlus(text, scene) ??
    (/[-–]/.test(text) ? verbalizeLedRange(text, scene) : undefined) ??
    (/^\d+[x×]\d+$/.test(text) ? verbalizeFigures(text, scene) : undefined)
  return number === undefined ? undefined : [say(number), ...units]
}

function nameOf(unit: readonly SpokenWord[]): string {
  return unit.map(({ text }) => text).join(' ')
}

/** `18-150mm` and `3/4"` before what has it. */
function verbalizeDescribing(text: string, manner: Manner): string | undefined {
  const [, first, last = ''] = /^(\d[\d.,]*)[-–](\d[^-–]*[A-Za-z])$/.exec(text) ?? []
  const measure = verbalizeMeasure(first === undefined ? text : last, manner, { describing: true })
  return first === undefined || measure === undefined ? measure : `${spellNumber(first, manner.locale)} to ${measure}`
}

/** `~200–250`, `5–10`. */
function verbalizeLedRange(text: string, manner: Manner): string | undefined {
  const lead = LEADS[text[0]!]
  const range = verbalizeRange(lead === undefined ? text : text.slice(1), manner)
  return range === undefined ? undefined : `${lead ?? ''} ${range}`
}

/** The `90+` of `90+ min.` */
function verbalizePlus(text: string, manner: Manner): string | undefined {
  const number = text.endsWith('+') ? verbalizeQuantityNumber(text.slice(0, -1), manner) : undefined
  return number === undefined ? undefined : `${number} plus`
}

/** `20° C`: the sign is with the figure, its scale apart. */
function readDegrees(text: string, scale: Token, manner: Manner): Wording | undefined {
  const [degrees, name] = verbalizeMeasure(text + scale.text, manner)?.split(/ (?=[a-z]+$)/) ?? []
  return degrees === undefined || name === undefined ? undefined : [say(degrees), say(name)]
}

const COOKS_LETTERS: Readonly<Record<string, string>> = { c: 'cup', C: 'cup', T: 'tablespoon', t: 'teaspoon' }

function readUnit(token: Token, singular: boolean): readonly SpokenWord[] | undefined {
  const { text, dotted } = token
  const spoon = text.length === 1 && dotted ? COOKS_LETTERS[text] : undefined
  if (spoon !== undefined) return say(singular ? spoon : `${spoon}s`)
  if (text.length > 9 || startsWithDigit(text)) return undefined
  if (AMBIGUOUS_UNITS.has(text) && !dotted && !CLEAR_AFTER_NUMBER.has(text)) return undefined
  const unit = findUnit(text)
  if (unit === undefined) return undefined
  return say(singular ? unit.one : unit.many)
}

const SHAPES: ReadonlyMap<string, string> = new Map([
  ['sq', 'square'],
  ['cu', 'cubic'],
  ['fl', 'fluid'],
])

/** The unit behind the token at `index`: one token, or two as in `500 sq ft` and `3 cu. m`. */
function readUnits(scene: Scene, index: number): Wording | undefined {
  const [next, under, last] = scene.tokens.slice(index + 1, index + 4)
  if (next === undefined) return undefined
  const isSingle = isSingular(scene.tokens[index]!.text) || describesThing(scene, index, index + 2)
  if (next.text === 'in' && isInch(scene, index + 1)) return [say(isSingle ? 'inch' : 'inches')]
  const several = readPerAmount(scene, index + 1) ?? readProduct(scene, index + 1)
  if (several !== undefined) return several
  const unit = readUnit(next, isSingle && !/\/\d/.test(next.text))
  const isRate =
    under?.joined === true &&
    next.after.length === 0 &&
    isDigits(under.text, 1, 3) &&
    (findUnit(last?.text ?? '') !== undefined || SHAPES.has(last?.lower ?? ''))
  const isOther = isRate && isSecondMeasure(next.text, last!.text)
  if (unit !== undefined) return [isRate && !isOther ? [...unit, ...say('per')] : unit]
  const shape = SHAPES.get(next.lower)
  const shaped = shape === undefined ? undefined : tokenAfter(scene, index + 1)
  const raised = shaped && readUnit({ ...shaped, text: shaped.lower }, describesThing(scene, index, index + 3))
  return raised && [say(shape!), raised]
}

/** `mg/5 mL`, `GB/512 GB`: a unit and the amount of another. */
function readPerAmount(scene: Scene, index: number): Wording | undefined {
  const [, over = '', count = ''] = PER_AMOUNT.exec(scene.tokens[index]!.text) ?? []
  const under = tokenAfter(scene, index)?.text ?? ''
  const [first, second] = [findUnit(over), findUnit(under)]
  if (first === undefined || second === undefined) return undefined
  const number = spellNumber(count, scene.locale)
  if (!isSecondMeasure(over, under)) return [say(`${first.many} per ${number}`), say(second.many)]
  const isOne = describesThing(scene, index - 1, index + 2)
  return [say(`${isOne ? first.one : first.many} ${number}`), say(isOne || count === '1' ? second.one : second.many)]
}

const PER_AMOUNT = /^([A-Za-zμ]{1,3})\/(\d{1,3}(?:\.\d{1,2})?)$/
const TWO_MEASURES = wordList('two measures of one thing')

/** `16 GB/512 GB`, `2 BR/1 BA`: two measures of one thing, not a rate. */
function isSecondMeasure(first: string, second: string): boolean {
  return TWO_MEASURES.has(`${first}/${second}`)
}

/** One unit times another: `N·m`, whose point is a space by now. */
const PRODUCTS = /^(?:k?N m|[kMGT]?W h|lb ft|ft lbs?|Pa s)$/

function readProduct({ tokens }: Scene, index: number): Wording | undefined {
  const [first, second] = [tokens[index]!.text, tokens[index + 1]?.text ?? '']
  if (!PRODUCTS.test(`${first} ${second}`)) return undefined
  return [say(findUnit(first)!.one), say(findUnit(second)!.many)]
}

/** `1 1/2`, `2 ½`, with the unit behind it. */
function readWholeAndFraction(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const inches = /^\d+\/\d+(["″])$/.exec(next?.text ?? '')?.[1]
  const fraction =
    next === undefined || !isDigits(text)
      ? undefined
      : findFraction(inches === undefined ? next.text : next.text.slice(0, -1))
  if (fraction === undefined) return undefined
  const parts = [say(spellNumber(text, scene.locale)!), say(`and ${verbalizeFraction(fraction, scene, true)}`)]
  if (inches !== undefined) return [parts[0]!, [...parts[1]!, ...say('inches')]]
  const unitToken = tokenAfter(scene, index + 1)
  const unit = unitToken === undefined ? undefined : readUnit(unitToken, false)
  return unit === undefined ? parts : [...parts, unit]
}
