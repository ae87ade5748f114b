import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'

/** Shorthand that nothing but a pattern for knitting or crochet has. */
const SHORTHAND =
  /^(?:sc|hdc|dc|dtr|[sd]c2tog|[kp]2tog|ssk|psso|yo|sts|sl|rnds?|fpdc|bpdc|k\d{1,2}|p\d{1,2}|crochet|crocheted|amigurumi)$/
/** What else is said of one. */
const CRAFT =
  /^(?:skeins?|yarn|knit|knitted|purl|stitch|stitches|needles?|gauge|rib|garter|motif|picot|cast|row|rows|rep)$/
const LONGEST_PATTERN = 12
const BEFORE_STITCH =
  /^(?:next|each|every|last|same|first|second|third|this|that|garter|previous|following|turning|beg|base|dc|sc|hdc|tr|\d{1,3})$/

/** `ch 3`, `next st`, `sl st`, `St st`: the stitches of a pattern, where its other shorthand is near. */
export function readStitch(scene: Scene, index: number): Wording | undefined {
  const { lower, text } = scene.tokens[index]!
  if (text.length > 3 || !isInPattern(scene.tokens, index)) return undefined
  if (lower === 'sl') return [say('slip')]
  if (lower !== 'st') return [say(lower === 'ch' ? 'chain' : 'chains')]
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
    return isBeside && (hasNear(tokens, index, SHORTHAND) || hasNear(tokens, index, CRAFT))
  }
  if (/^(?:see|read|in|of)$/.test(before?.lower ?? '')) return false
  return hasNear(tokens, index, SHORTHAND) || tokens[index + 2]?.lower === 'turn'
}

function hasNear(tokens: readonly Token[], index: number, words: RegExp): boolean {
  return tokens.slice(Math.max(0, index - LONGEST_PATTERN), index + LONGEST_PATTERN + 1).some((token, i, around) => {
    if (token === tokens[index]) return false
    return (
      words.test(token.lower) || (token.text === 'st' && /^(?:next|each|every|sl)$/.test(around[i - 1]?.lower ?? ''))
    )
  })
}
