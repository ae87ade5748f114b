import { HAS_LETTER } from '../../../english/numbered-things.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { isCapitals, isDigits, isSmall } from '../../tokens/token-shape.ts'

/** `Series A`, `the A train`, `A to C`, and `401a`: a letter, not the article. */
export function readLetterName(scene: Scene, index: number): Wording | undefined {
  const { tokens } = scene
  const { text, after, joined } = tokens[index]!
  if (text === 'a') return joined && isDigits(tokens[index - 1]?.text) ? [say('A')] : undefined
  if (text !== 'A') return undefined
  const isFirst = tokenAfter(scene, index)?.lower === 'to' && /^[B-Z]$/.test(tokens[index + 2]?.text ?? '')
  const isNamed = HAS_LETTER.has(tokenBefore(scene, index)?.lower ?? '')
  const isAlone = after.length > 0 || tokens.length === 1
  return isFirst || isNamed || isAlone || isInRunningText(scene, index) ? [say('A')] : undefined
}

/** `the A train`, `in A minor`, `got A grades`: after another determiner, or between words in small letters, no article is a capital. */
function isInRunningText(scene: Scene, index: number): boolean {
  const [before, next] = [tokenBefore(scene, index), tokenAfter(scene, index)]
  if (before === undefined || next === undefined) return false
  if (/^(?:the|my|your|our|their)$/.test(before.lower)) return !isCapitals(before.text)
  return isSmall(next.text) && isSmall(before.text)
}
