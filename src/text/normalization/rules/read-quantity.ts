import { spellNumber } from '../numbers/spell-number.ts'
import { findFraction, phraseFraction } from '../pieces/phrase-fraction.ts'
import { isSingular, phraseMeasure, phraseQuantityNumber } from '../pieces/phrase-measure.ts'
import { phraseRange } from '../pieces/phrase-range.ts'
import { type Manner, type Reading, type Scene, tokenAfter, tokenBefore } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'
import { AMBIGUOUS_UNITS, findUnit } from '../tables/units.ts'
import type { Token } from '../tokens/token.ts'

/** Units of one letter or with a second sense that a number before them makes clear. */
const CLEAR_AFTER_NUMBER = /^(?:m|g|l|L|V|W|h|s|N|J|B)$/

/** `5 km/h`, `10 °C`, `1/2 tsp`, `1 1/2 cups`, `5-10 kg`, `3 in.`: a number and what it counts, over several tokens. */
export function readQuantity(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  if (next === undefined || !/^[-−+±~<>≈.]?[\d¼-¾⅐-⅞]/.test(text)) return undefined
  if (describesThing(scene, index, index + 1)) {
    const measure = phraseMeasure(text, scene, { describing: true })
    if (measure !== undefined) return [say(measure)]
  }
  const mixed = readWholeAndFraction(scene, index)
  if (mixed !== undefined) return mixed
  if (/\d°$/.test(text) && /^[CF]$/.test(next.text)) return readDegrees(text, next, scene)
  const units = readUnits(scene, index)
  if (units === undefined) return undefined
  const number = phraseQuantityNumber(text, scene) ?? (/[-–]/.test(text) ? phraseRange(text, scene) : undefined)
  return number === undefined ? undefined : [say(number), ...units]
}

/** `20° C`: the sign stands with the figure, its scale apart. */
function readDegrees(text: string, scale: Token, manner: Manner): Reading | undefined {
  const [degrees, name] = phraseMeasure(text + scale.text, manner)?.split(/ (?=[a-z]+$)/) ?? []
  return degrees === undefined || name === undefined ? undefined : [say(degrees), say(name)]
}

/** `a 60 W bulb`: what describes a thing stays in the singular. */
function describesThing(scene: Scene, index: number, thingAt: number): boolean {
  if (!/^an?$/.test(tokenBefore(scene, index)?.lower ?? '')) return false
  const thing = tokenAfter(scene, thingAt - 1)
  return (
    thing !== undefined &&
    /^[a-z]{4,}$/.test(thing.text) &&
    !/^(?:from|into|with|that|than|over|away|each|long|wide|deep|high|tall)$/.test(thing.text)
  )
}

function readUnit(token: Token, singular: boolean): readonly SpokenWord[] | undefined {
  const { text, dotted } = token
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
function readUnits(scene: Scene, index: number): Reading | undefined {
  const next = tokenAfter(scene, index)!
  const singular = isSingular(scene.tokens[index]!.text)
  const unit = readUnit(next, singular || describesThing(scene, index, index + 2))
  if (unit !== undefined) return [unit]
  const shape = SHAPES.get(next.lower)
  const last = shape === undefined ? undefined : tokenAfter(scene, index + 1)
  const shaped = last === undefined ? undefined : readUnit(last, singular)
  return shape === undefined || shaped === undefined ? undefined : [say(shape), shaped]
}

/** `1 1/2`, `2 ½`, with the unit behind it. */
function readWholeAndFraction(scene: Scene, index: number): Reading | undefined {
  const { text } = scene.tokens[index]!
  const next = tokenAfter(scene, index)
  const fraction = next === undefined || !/^\d+$/.test(text) ? undefined : findFraction(next.text)
  if (fraction === undefined || fraction.whole !== undefined || fraction.numerator >= fraction.denominator)
    return undefined
  const parts = [say(spellNumber(text, scene.locale)!), say(`and ${phraseFraction(fraction, scene, true)}`)]
  const unitToken = tokenAfter(scene, index + 1)
  const unit = unitToken === undefined ? undefined : readUnit(unitToken, false)
  return unit === undefined ? parts : [...parts, unit]
}
