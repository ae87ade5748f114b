import { hasTrait } from '../../../english/dialects.ts'
import { findUnit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'
import { type Fraction, findFraction, verbalizeFraction, verbalizePartOf } from '../slash/verbalize-fraction.ts'
import { isNoun } from './describes-thing.ts'

/** What is measured or counted in halves and quarters, in full. */
const MEASURES = wordList('measures in full')
/** Right before a noun these describe it: `½ mile run`. */
const LENGTHS = wordList('lengths in full')
/** Measures of American recipes, which say `one half cup`. */
const KITCHEN = wordList('kitchen measures')
/** Behind these the half describes what follows: `every ½ hour`, `a ½ mile run`. */
const DESCRIBING = wordList('describing')

/**
 * Part of one measure: `½ pint of cream` as `half a pint`, in some dialects `¾ cup` as `three quarters of a cup`. `unit` is the
 * measure behind the fraction, if it is an abbreviation.
 */
export function readPartOfMeasure(scene: Scene, index: number, unit: string | undefined): Wording | undefined {
  const { text } = scene.tokens[index]!
  const fraction = /^\d*[/½¼¾⅐-⅞]/.test(text) ? findFraction(text) : undefined
  if (fraction === undefined) return undefined
  const measure = unit ?? findMeasure(tokenAfter(scene, index)?.lower ?? '')
  if (measure === undefined) return undefined
  const behind = tokenAfter(scene, index + 1)
  const isLength = LENGTHS.has(measure) && isNoun(behind)
  if (isLength || DESCRIBING.has(tokenBefore(scene, index)?.lower ?? ''))
    return describe(scene, index, { fraction, measure })
  if (hasTrait(scene.locale, 'half-cups') && !isPartInAmerica(fraction, measure, behind)) return undefined
  const phrase = verbalizePartOf(fraction, measure, scene)
  if (phrase === undefined) return undefined
  const words = say(phrase)
  return [words.slice(0, -1), words.slice(-1)]
}

/** The singular of a measure in full, `mile` for `miles`; undefined for any other word. */
function findMeasure(word: string): string | undefined {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, '')].find((singular) => MEASURES.has(singular))
}

type Part = { readonly fraction: Fraction; readonly measure: string }

/** `half hour`, `three quarter inch`, `a quarter pound`. */
function describe(scene: Scene, index: number, { fraction, measure }: Part): Wording {
  const named = verbalizeFraction(fraction, scene).replace(/quarters$/, 'quarter')
  const isCounted = tokenBefore(scene, index)?.lower !== 'a'
  const part = fraction.denominator === 2 ? 'half' : isCounted ? named : named.replace(/^one (?=quarter)/, '')
  return [say(part), say(measure)]
}

/** `½ lemon`, `½ price`: a half of what is not measured. */
export function readHalfOfThing(text: string, next: Token): Wording | undefined {
  if (text !== '½' || !isNoun(next) || findMeasure(next.text) !== undefined || findUnit(next.text) !== undefined)
    return undefined
  if (HALVED.has(next.lower)) return [say('half')]
  return next.text.endsWith('s') ? undefined : [say(`half ${/^[aeiou]/.test(next.lower) ? 'an' : 'a'}`)]
}

/** What half of is said without an article. */
const HALVED = wordList('halved without an article')

/** Americans say `half a mile`, `three quarters of an hour`, but `one half cup` and, in a list, `one half pound butter`. */
function isPartInAmerica({ denominator }: Fraction, measure: string, behind: Token | undefined): boolean {
  if (KITCHEN.has(measure)) return false
  return denominator === 2 || behind === undefined
}
