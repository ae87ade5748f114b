import { withSigns } from '../../../english/currency-pattern.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say } from '../../spoken-word.ts'
import { isSmall } from '../../tokens/token-shape.ts'
import { findScale } from '../money/read-coded-money.ts'
import { findMoney, verbalizePriceOf } from '../money/verbalize-money.ts'
import type { PieceReader, ReadPart } from '../piece-reader.ts'
import { readCompoundPart } from './read-compound-part.ts'
import { readLinked } from './read-linked.ts'

const PLUS_OF_SUM = withSigns(/^\+(?=¤)/)

/** Whether hyphens, slashes or underscores join words, and no operator is between. */
export function isJoined(text: string): boolean {
  if (!/[-–/_\\]/.test(text) || /[²³]\/\d/.test(text)) return false
  return !/[=+×÷±≤≥^−<>]/.test(text.replace(PLUS_OF_SUM, ''))
}

/** `well-known`, `and/or`, `snake_case`, `5-year-old`: part after part. Only the underscore is heard. */
export const readJoined: PieceReader = (text, manner, read) => {
  const names = text.split(/_+/)
  if (names.length > 1) return readNames(names, { ...manner, constant: CONSTANT.test(text) }, read)
  const dashed = text.split(/\.?[-–\\]+/)
  const parts = (dashed.length > 1 ? dashed : text.split('/')).filter((part) => part !== '')
  if (parts.length < 2) return undefined
  const money = dashed.length > 1 && isSmall(dashed[1]!) ? findMoney(dashed[0]!, manner) : undefined
  if (money !== undefined) {
    const scale = money.scale === undefined ? findScale(dashed[1]!) : undefined
    const whole = scale === undefined ? money : { ...money, scale }
    const rest = dashed
      .slice(scale === undefined ? 1 : 2)
      .flatMap((part) => (part === 'a' ? say(part) : readCompoundPart(part, manner, read)))
    return [...say(verbalizePriceOf(whole, manner)), ...rest]
  }
  return parts.flatMap((part) => readLinked(part, text) ?? readCompoundPart(part, manner, read))
}

const CONSTANT = /^[A-Z\d]+(?:_[A-Z\d]+)+$/

/** `user_id`, `MAX_RETRIES`, `__init__`: names in code, whose underscores are heard between their parts. */
function readNames(names: readonly string[], manner: Manner, read: ReadPart): readonly SpokenWord[] | undefined {
  const parts = names.filter((part) => part !== '').map((part) => readCompoundPart(part, manner, read))
  return parts.length === 0
    ? undefined
    : parts.flatMap((words, i) => (i === 0 ? words : [...say('underscore'), ...words]))
}
