import { partOfSpeech } from '../../../language/common-words.ts'
import { type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import { SUM_FIRST } from '../../tables/currency-pattern.ts'
import { ARTICLES, isNoun } from './describes-thing.ts'

/**
 * Whether the amount at `index` describes the thing at `nextAt`: `the $99/mo tier`, `a $5 to $10 charge`. Its currency then
 * stays in the singular. An article is before it and a noun behind it.
 */
export function describesPrice(scene: Scene, index: number, nextAt: number): boolean {
  const isSecond =
    LINKS.test(tokenBefore(scene, index)?.lower ?? '') && SUM_FIRST.test(scene.tokens[index - 2]?.text ?? '')
  const before = tokenBefore(scene, isSecond ? index - 2 : index)
  if (!ARTICLES.has(before?.lower ?? '')) return false
  const thing = tokenAfter(scene, nextAt - 1)
  if (thing === undefined) return false

  return isNoun(thing) && partOfSpeech(thing.lower)?.startsWith('v') !== true
}

/** Words between two amounts. */
const LINKS = /^(?:to|or|and)$/
