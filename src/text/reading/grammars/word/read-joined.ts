import { withSigns } from '../../../english/currency-pattern.ts'
import { say } from '../../spoken-word.ts'
import { findMoney, verbalizePriceOf } from '../money/verbalize-money.ts'
import type { PieceReader } from '../piece-reader.ts'
import { readCompoundPart } from './read-compound-part.ts'
import { readLinked } from './read-linked.ts'

const PLUS_OF_SUM = withSigns(/^\+(?=¤)/)

/** Whether hyphens, slashes or underscores join words, and no operator is between. */
export function isJoined(text: string): boolean {
  if (/\.[-–]/.test(text)) return true
  if (!/[-–/_\\]/.test(text) || /[²³]\/\d/.test(text)) return false
  return !/[=+×÷±≤≥^−<>]/.test(text.replace(PLUS_OF_SUM, ''))
}

/** `well-known`, `and/or`, `snake_case`, `5-year-old`: part after part. */
export const readJoined: PieceReader = (text, manner, read) => {
  const dashed = text.split(/\.?[-–_\\]+/)
  const parts = (dashed.length > 1 ? dashed : text.split('/')).filter((part) => part !== '')
  if (parts.length < 2) return undefined
  const money = dashed.length > 1 && /^[a-z]+$/.test(dashed[1]!) ? findMoney(dashed[0]!, manner) : undefined
  if (money !== undefined) {
    const rest = dashed.slice(1).flatMap((part) => (part === 'a' ? say(part) : readCompoundPart(part, manner, read)))
    return [...say(verbalizePriceOf(money, manner)), ...rest]
  }
  const partOf = text.includes('_') ? { ...manner, constant: /^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(text) } : manner
  return parts.flatMap((part) => readLinked(part, text) ?? readCompoundPart(part, partOf, read))
}
