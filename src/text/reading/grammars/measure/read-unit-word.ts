import { findPer, findUnit, UNITS } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { Token } from '../../tokens/token.ts'

const SCALES = wordList('scales of numbers')
const NUMBERS = wordList('numbers before units')
/** Units that are nothing else behind a number in words: not the megapixels of `two MP`. */
const SURE_UNIT = wordList('units behind numbers in words')
const RAISED = wordList('before raised units')

/** A unit whose number is in words, or that an amount is counted by: `4.5 million m³`, `two tbsp`, `per kWh`, `per sq m`. */
export function readUnitWord(scene: Scene, index: number): Wording | undefined {
  const before = tokenBefore(scene, index)
  if (before === undefined) return undefined
  if (before.lower === 'per') return readPer(scene, index)
  if (RAISED.has(before.lower) && tokenBefore(scene, index - 1)?.lower === 'per') return readPer(scene, index)
  if (!isNumber(before)) return undefined
  const { text, lower } = scene.tokens[index]!
  if (SCALES.has(before.lower) && !scene.isWord(lower)) {
    const unit = findUnit(text)
    if (unit !== undefined) return [say(unit.many)]
  }
  if (text === 'in') return isInch(scene, index) ? [say('inches')] : undefined

  const unit = SURE_UNIT.has(text) ? findUnit(text) : undefined
  return unit === undefined ? undefined : [say(unit.many)]
}

/** `six`, `twenty-six`. */
function isNumber({ lower }: Token): boolean {
  return NUMBERS.has(lower.slice(lower.indexOf('-') + 1))
}

function readPer(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  // `per HR` is a department.
  const unit = text === lower || UNITS.has(text) ? findPer(text) : undefined
  return unit === undefined ? undefined : [say(unit)]
}

/** The `in` of `3 in thick`, `five ft six in`, and `4 in wide` where no noun follows: `two in high school` is none. */
export function isInch(scene: Scene, index: number): boolean {
  return (
    tokenAfter(scene, index)?.lower === 'thick' || /^(?:ft|feet|foot)$/.test(tokenBefore(scene, index - 1)?.lower ?? '')
  )
}
