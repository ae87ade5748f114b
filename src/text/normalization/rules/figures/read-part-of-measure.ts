import { wordSet } from '../../../language/word-set.ts'
import { type Fraction, findFraction, verbalizeFraction, verbalizePartOf } from '../../pieces/verbalize-fraction.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { isNoun } from './describes-thing.ts'

/** What is measured or counted in halves and quarters, in full. */
const MEASURES =
  /^(pint|pound|ounce|mile|hour|day|minute|second|week|month|year|century|cup|teaspoon|tablespoon|acre|gallon|quart|lit(?:re|er)|met(?:re|er)|kilomet(?:re|er)|kilo|gram|yard|stone|ton|tonne|dozen|inch)(?:e?s)?$/
/** Right before a noun these describe it: `½ mile run`. */
const LENGTHS = /^(?:mile|hour|day|minute|second|week|month|year|acre|inch|yard|met(?:re|er)|kilomet(?:re|er))$/
/** Measures of American recipes, which say `one half cup`. */
const KITCHEN = wordSet('cup teaspoon tablespoon')
/** Behind these the half describes what follows: `every ½ hour`, `a ½ mile run`. */
const DESCRIBING = wordSet('a an the this that each every another other first last next per my your his her our their')

/**
 * Part of one measure: `½ pint of cream` as `half a pint`, in Britain `¾ cup` as `three quarters of a cup`. `unit` is the
 * measure behind the fraction, if it is an abbreviation.
 */
export function readPartOfMeasure(scene: Scene, index: number, unit: string | undefined): Wording | undefined {
  const { text } = scene.tokens[index]!
  const fraction = /^\d*[/½¼¾⅐-⅞]/.test(text) ? findFraction(text) : undefined
  if (fraction === undefined || fraction.numerator > 3 * fraction.denominator) return undefined
  const measure = unit ?? MEASURES.exec(tokenAfter(scene, index)?.lower ?? '')?.[1]
  if (measure === undefined) return undefined
  const behind = tokenAfter(scene, index + 1)
  const isLength = LENGTHS.test(measure) && isNoun(behind)
  if (isLength || DESCRIBING.has(tokenBefore(scene, index)?.lower ?? ''))
    return describe(scene, index, { fraction, measure })
  if (scene.locale === 'en_US' && !isPartInAmerica(fraction, measure, behind)) return undefined
  const phrase = verbalizePartOf(fraction, measure, scene)
  if (phrase === undefined) return undefined
  const words = say(phrase)
  return [words.slice(0, -1), words.slice(-1)]
}

type Part = { readonly fraction: Fraction; readonly measure: string }

/** `half hour`, `three quarter inch`, `a quarter pound`. */
function describe(scene: Scene, index: number, { fraction, measure }: Part): Wording {
  const named = verbalizeFraction(fraction, scene).replace(/quarters$/, 'quarter')
  const isCounted = tokenBefore(scene, index)?.lower !== 'a'
  const part = fraction.denominator === 2 ? 'half' : isCounted ? named : named.replace(/^one (?=quarter)/, '')
  return [say(part), say(measure)]
}

/** `the other ½ of it`, `½ lemon`, `½ price`, `1/2 off`: a half of what is not measured. */
export function readHalfOfThing(scene: Scene, index: number, next: Token): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (
    /^[½¼¾⅓⅔]$/.test(text) &&
    /^(?:other|the|each|every|last|first|second|bottom|top)$/.test(tokenBefore(scene, index)?.lower ?? '')
  )
    return [say(verbalizeFraction(findFraction(text)!, scene).replace(/^one /, ''))]
  if (text === '½' && isNoun(next) && FOODS_OR_DOSES.test(next.lower))
    return [say(`half ${/^[aeiou]/.test(next.lower) ? 'an' : 'a'}`)]
  const isHalved = text === '½' ? HALVED.test(next.lower) : text === '1/2' && /^(?:off|price)$/.test(next.lower)
  return isHalved ? [say('half')] : undefined
}

/** What is halved as a whole: `½ lemon` is half a lemon. */
const FOODS_OR_DOSES =
  /^(?:lemon|lime|onion|orange|apple|avocado|banana|cucumber|pepper|potato|tomato|cabbage|loaf|chicken|pumpkin|melon|watermelon|grapefruit|pineapple|baguette|sandwich|pizza|tablet|pill|capsule|sachet|tin|jar|bunch|bag|bottle|packet|block|chilli|leek|lettuce|mango|page|acre|tank|stick)$/

/** `½ price`: what half of is said without an article. */
const HALVED = /^(?:price|off|time|way|board|term|moon|fare|size|marathon|dollar|brother|sister)$/

/** Americans say `half a mile`, `three quarters of an hour`, but `one half cup` and, in a list, `one half pound butter`. */
function isPartInAmerica({ numerator, denominator }: Fraction, measure: string, behind: Token | undefined): boolean {
  if (measure === 'dozen') return true
  if (KITCHEN.has(measure)) return false
  return denominator === 2 || (numerator > 1 && behind === undefined)
}
