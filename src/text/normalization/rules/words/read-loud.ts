import { wordSet } from '../../../language/word-set.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { wordOf } from '../../spoken-word.ts'
import { AMBIGUOUS_CRIES } from '../../tables/acronyms.ts'
import type { Token } from '../../tokens/token.ts'

/** `ACT TWO`, `ACT NOW!`, `POW!`: capitals that are letters elsewhere, and a word here. */
export function readLoud(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const isLoud = text === 'ACT' ? opensAct(scene, index) : AMBIGUOUS_CRIES.has(lower) && isCried(scene.tokens, index)
  return isLoud && text !== lower ? [[wordOf(text)]] : undefined
}

/** The number of an act, or how people should act. */
function opensAct(scene: Scene, index: number): boolean {
  const { text = '' } = tokenAfter(scene, index) ?? {}
  return /^[1-9]$/.test(text) && index === 0
}

const CRIES = wordSet('say says said go goes went cry cries cried yell yells yelled shout shouts shouted')

/** A cry has a mark of its own, is repeated, or is quoted. */
function isCried(tokens: readonly Token[], index: number): boolean {
  const { after, lower } = tokens[index]!
  const before = tokens[index - 1]
  const isAlone = tokens.length === 1 || before?.lower === lower || tokens[index + 1]?.lower === lower
  return (
    isAlone ||
    after[0]?.kind === '!' ||
    CRIES.has(before?.lower ?? '') ||
    (after[0]?.kind === '"' && before?.after.at(-1)?.kind === '"')
  )
}
