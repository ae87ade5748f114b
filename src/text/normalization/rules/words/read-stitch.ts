import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'

const LONGEST_PATTERN = 12
const BEFORE_STITCH =
  /^(?:next|each|every|last|same|first|second|third|this|that|garter|previous|following|turning|beg|base|dc|sc|hdc|tr|\d{1,3})$/

/** `ch 3`, `next st`, `sl st`, `St st`: the stitches of a pattern, where its other shorthand is near. */
export function readStitch(scene: Scene, index: number): Wording | undefined {
  const { lower, text } = scene.tokens[index]!
  if (text.length > 3 || !isInPattern(scene.tokens, index)) return undefined
  if (lower === 'sl') return [say('slip')]

  if (tokenAfter(scene, index)?.text === 'st') return [say('stockinette')]
  return [say(/^(?!1$)\d+$/.test(tokenBefore(scene, index)?.text ?? '') ? 'stitches' : 'stitch')]
}

/** The word beside the abbreviation belongs to a pattern, and another word of one is near. */
export function isInPattern(tokens: readonly Token[], index: number): boolean {
  const { text, lower } = tokens[index]!
  if (lower.length > 3 || !/^(?:chs?|st|sl)$/.test(lower)) return false
  const [before, next] = [tokens[index - 1], tokens[index + 1]]
  const isPair = (first: Token | undefined, second: Token | undefined) =>
    first?.after.length === 0 && /^(?:[Ss]l|St)$/.test(first.text) && second?.text === 'st'
  if (isPair(tokens[index], next) || isPair(before, tokens[index])) return true
  if (lower === 'st') {
    const isBeside = text === 'st' && BEFORE_STITCH.test(before?.lower ?? '') && before?.after.length === 0
    return isBeside && hasNear(tokens, index)
  }

  return tokens[index + 2]?.lower === 'turn'
}

function hasNear(tokens: readonly Token[], index: number): boolean {
  return tokens.slice(Math.max(0, index - LONGEST_PATTERN), index + LONGEST_PATTERN + 1).some((token, i, around) => {
    return token.text === 'st' && /^(?:next|each|every|sl)$/.test(around[i - 1]?.lower ?? '')
  })
}
