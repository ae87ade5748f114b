import { isOpenClass } from '../../../english/word-classes.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore } from '../../scene.ts'
import type { Token } from '../../tokens/token.ts'
import { isSmall } from '../../tokens/token-shape.ts'

const ARTICLES = wordList('articles')

/** `a 60 W bulb`, `the supplied 65 W charger`: behind an article and before what may be a noun, a measure stays in the singular. */
export function describesThing(scene: Scene, index: number, thingAt: number): boolean {
  const before = [tokenBefore(scene, index), tokenBefore(scene, index - 1)]
  return before.some((one) => ARTICLES.has(one?.lower ?? '')) && isNoun(tokenAfter(scene, thingAt - 1))
}

/** A word that can be a noun: no function word and no adverb. */
export function isNoun(thing: Token | undefined): boolean {
  return (
    thing !== undefined &&
    isSmall(thing.text, 3) &&
    isOpenClass(thing.text) &&
    !/^(?:past|ago|away|apart|each)$/.test(thing.text)
  )
}
