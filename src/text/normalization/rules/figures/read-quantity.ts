import { isOpenClass, PREPOSITIONS } from '../../../language/word-classes.ts'
import { spellNumber } from '../../numbers/spell-number.ts'
import { verbalizeFigures } from '../../pieces/verbalize-figures.ts'
import { findFraction, verbalizeFraction } from '../../pieces/verbalize-fraction.ts'
import {
  isSingular,
  LEADS,
  type MeasureOptions,
  verbalizeMeasure,
  verbalizeQuantityNumber,
} from '../../pieces/verbalize-measure.ts'
import { verbalizeRange } from '../../pieces/verbalize-range.ts'
import { type Manner, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import { withSigns } from '../../tables/currency-pattern.ts'
import { AMBIGUOUS_UNITS, findUnit } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'
import { shapeOf } from '../../tokens/token-shape.ts'
import { SAINTS } from '../places/read-address.ts'
import { BEHIND_MEASURE, describesThing, FALLING, isNoun, isRace } from './describes-thing.ts'
import { readDeal } from './read-deal.ts'
import { readHalfOfThing, readPartOfMeasure } from './read-part-of-measure.ts'
import { readSides } from './read-sides.ts'
import { isInch } from './read-unit-word.ts'

const FIGURE_OR_SUM = withSigns(/^¤?\d/)

/** Units of one letter or with a second sense that a number before them makes clear. */
const CLEAR_AFTER_NUMBER = /^(?:Cal|ac|ly|pc|Mi|Gi|SF|m|g|l|L|V|W|h|s|N|J|B|bar|mol|cal|mile|foot|yard|meter|cup)$/

/** `5 km/h`, `10 °C`, `1/2 tsp`, `1 1/2 cups`, `5-10 kg`, `3 in.`: a number and what it counts, over several tokens. */
export function readQuantity(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (shapeOf(text) === 'digits') return readCount(scene, index)

  const next = tokenAfter(scene, index) ?? (/\d-[a-z]+$/.test(text) ? scene.tokens[index + 1] : undefined)
  if (next === undefined || !/^[-−+±~<>≈≤≥.]?[\d¼-¾⅐-⅞]/.test(text)) return undefined
  if (/^\.\d{3}$/.test(text) && next.text === 'BA') return undefined

  const sides = readSides(scene, index)
  if (sides !== undefined) return sides
  const isHyphened =
    /\d-[A-Za-z]+$/.test(text) &&
    (/^[a-z]{3,}$|^[A-Z]{2,}$/.test(next.text) ||
      (tokenAfter(scene, index) === undefined && FIGURE_OR_SUM.test(next.text))) &&
    !PREPOSITIONS.has(next.text)
  const half = readHalfOfThing(scene, index, next)
  if (half !== undefined) return half
  if (/^\d{2,3}°$/.test(text) && TURNED.test(next.lower))
    return [say(`${spellNumber(text.slice(0, -1), scene.locale)} degree`)]
  if (/^[35]′$/.test(text) && /^(?:end|cap|utr|ends|region|strand|untranslated)$/.test(next.lower))
    return [say(`${spellNumber(text[0]!, scene.locale)} prime`)]
  const isScreen = /[\d¼-¾⅐-⅞]["″]$/.test(text) && /^[A-Za-z]{2,}$/.test(next.text) && isOpenClass(next.lower)
  const describing =
    (isScreen && !BEHIND_MEASURE.test(next.lower)) ||
    isHyphened ||
    describesThing(scene, index, index + 1) ||
    APERTURE.test(next.text)
  const beforeNoun = isNoun(next) && !FALLING.test(next.lower)
  const measure = describing || beforeNoun ? verbalizeMeasure(text, scene, { describing, beforeNoun }) : undefined
  if (measure !== undefined && !/^\d+s$/.test(text)) return [say(measure)]
  const range = describing || beforeNoun ? verbalizeMeasuredRange(text, scene, { describing, beforeNoun }) : undefined
  if (range !== undefined) return [say(range)]
  if (text === '1x' && /^(?:an?|per|daily|weekly|monthly|every)$/.test(next.lower)) return [say('once')]
  if (/\dx\d+m$/.test(text) && isRace(scene, index, index + 1))
    return [say(verbalizeFigures(text, scene)!.replace(/s$/, ''))]
  const [, part, whole] = /^(\d[\d.,]*)\/(\d[\d.,]*)$/.exec(text) ?? []
  const isEither =
    part !== undefined && /^(?:k?Hz|V|W|VAC|mpg|MPG|Mbps|Gbps|[MG]B\/s)$/.test(next.text)
      ? findUnit(next.text)
      : undefined
  if (isEither !== undefined)
    return [say(`${spellNumber(part!, scene.locale)}, ${spellNumber(whole!, scene.locale)}`), say(isEither.many)]
  const stored = part !== undefined && /^[KMGT]i?B$/.test(next.text) ? findUnit(next.text) : undefined
  if (stored !== undefined)
    return [say(`${spellNumber(part!, scene.locale)} of ${spellNumber(whole!, scene.locale)}`), say(stored.many)]
  if (/\d°$/.test(text) && /^[CF]$/.test(next.text)) return readDegrees(text, next, scene)
  return readCounted(scene, index)
}

/** A number without other signs. */
function readCount(scene: Scene, index: number): Wording | undefined {
  const next = tokenAfter(scene, index)
  if (next === undefined || isNoUnit(next)) return undefined
  if (/^(?:[01]\d|2[0-3])[0-5]\d$/.test(scene.tokens[index]!.text) && /^(?:hours|hrs)$/.test(next.lower))
    return undefined
  return readDeal(scene, index) ?? readCounted(scene, index)
}

/** Letters that look like a unit: the answers to a question, a side of the compass, a part of the number. */
function isNoUnit(next: Token): boolean {
  return next.joined && /^[a-z]$/.test(next.text)
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
  if (units === undefined || tokenAfter(scene, index) === undefined) return undefined
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

/** The light that a lens lets in: `a 24-70mm f/2.8 lens`. */
const APERTURE = /^[fF]\/\d/

/** `18-150mm` before a lens. */
function verbalizeMeasuredRange(text: string, manner: Manner, options: MeasureOptions): string | undefined {
  const [, first, last] = /^(\d[\d.,]*)[-–](\d[^-–]*[A-Za-z])$/.exec(text) ?? []
  const low = first === undefined ? undefined : spellNumber(first, manner.locale)
  const high = low === undefined ? undefined : verbalizeMeasure(last!, manner, options)
  return high === undefined ? undefined : `${low} to ${high}`
}

/** What has its angle before it: `a 360° view`. */
const TURNED =
  /^(?:base|views?|feedback|turns?|cameras?|panorama|videos?|angles?|fov|rotation|bends?|photos?|spin|swivel|elbow)$/

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
  if (text.length > 9 || /^\d/.test(text)) return undefined
  if (AMBIGUOUS_UNITS.has(text) && !dotted && !CLEAR_AFTER_NUMBER.test(text)) return undefined
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
  const next = tokenAfter(scene, index)
  if (next === undefined) return undefined
  const singular = isSingular(scene.tokens[index]!.text)
  const isSingle = singular || describesThing(scene, index, index + 2)
  if (next.lower === 'st' && SAINTS.has(tokenAfter(scene, index + 1)?.lower ?? '')) return undefined
  const [, over, count] = /^([A-Za-zμ]{1,3})\/(\d{1,3}(?:\.\d{1,2})?)$/.exec(next.text) ?? []
  const rated = over === undefined ? undefined : findUnit(over)
  if (rated !== undefined && count !== undefined) {
    const per = tokenAfter(scene, index + 1)
    const second = per === undefined || !isSecondMeasure(over!, per.text) ? undefined : findUnit(per.text)
    if (second !== undefined) {
      const isOne = describesThing(scene, index, index + 3)
      const first = say(`${isOne ? rated.one : rated.many} ${spellNumber(count, scene.locale)}`)
      return [first, say(isOne || count === '1' ? second.one : second.many)]
    }
    const isRate = per !== undefined && findUnit(per.text) !== undefined
    const words = say(`${rated.many} ${isRate ? 'per ' : ''}${spellNumber(count, scene.locale)}`)
    const unit = isRate ? findUnit(per.text) : undefined
    return unit === undefined ? [words] : [words, say(unit.many)]
  }

  if (next.text === 'in' && isInch(scene, index + 1)) return [say(isSingle ? 'inch' : 'inches')]
  const product = readProduct(scene, index + 1)
  if (product !== undefined) return product

  const unit = readUnit(next, isSingle && !/\/\d/.test(next.text))
  const under = scene.tokens[index + 2]
  const isRate =
    under?.joined === true &&
    next.after.length === 0 &&
    /^\d{1,3}$/.test(under.text) &&
    (findUnit(scene.tokens[index + 3]?.text ?? '') !== undefined || SHAPES.has(scene.tokens[index + 3]?.lower ?? ''))
  const isOther = isRate && isSecondMeasure(next.text, scene.tokens[index + 3]!.text)
  if (unit !== undefined) return [isRate && !isOther ? [...unit, ...say('per')] : unit]
  const shape = SHAPES.get(next.lower)
  const last = shape === undefined ? undefined : tokenAfter(scene, index + 1)
  const shaped =
    last === undefined ? undefined : readUnit({ ...last, text: last.lower }, describesThing(scene, index, index + 3))
  return shape === undefined || shaped === undefined ? undefined : [say(shape), shaped]
}

/** `16 GB/512 GB`, `2 BR/1 BA`: two measures of one thing, not a rate. */
function isSecondMeasure(first: string, second: string): boolean {
  return (
    (/^(?:br|bd|bed)$/i.test(first) && /^(?:ba|bath)$/i.test(second)) ||
    /^(?:[MGT]B [MGT]B|m?V m?A|kg lbs?|lbs? kg|cm in|in cm|g oz|oz g|ml oz|mL oz|oz ml|oz mL|mi km|km mi|ft m|m ft)$/.test(
      `${first} ${second}`,
    )
  )
}

/** One unit times another: `N·m`, whose point is a space by now. */
const PRODUCTS = /^(?:k?N m|[kMGT]?W h|lb ft|ft lbs?|Pa s)$/

function readProduct({ tokens }: Scene, index: number): Wording | undefined {
  const [first, second] = [tokens[index]!.text, tokens[index + 1]?.text ?? '']
  if (second.length > 3 || !PRODUCTS.test(`${first} ${second}`)) return undefined
  return [say(findUnit(first)!.one), say(findUnit(second)!.many)]
}

/** `1 1/2`, `2 ½`, with the unit behind it. */
function readWholeAndFraction(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const inches = /^\d+\/\d+(["″])$/.exec(next?.text ?? '')?.[1]
  const fraction =
    next === undefined || !/^\d+$/.test(text)
      ? undefined
      : findFraction(inches === undefined ? next.text : next.text.slice(0, -1))
  if (fraction === undefined) return undefined
  const parts = [say(spellNumber(text, scene.locale)!), say(`and ${verbalizeFraction(fraction, scene, true)}`)]
  if (inches !== undefined) return [parts[0]!, [...parts[1]!, ...say('inches')]]
  const unitToken = tokenAfter(scene, index + 1)
  const unit = unitToken === undefined ? undefined : readUnit(unitToken, false)
  return unit === undefined ? parts : [...parts, unit]
}
