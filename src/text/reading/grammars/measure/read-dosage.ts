import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { isDigits, isSmall } from '../../tokens/token-shape.ts'
import { matching } from '../piece-reader.ts'

/** `q6h`, `q4-6h`, `q3mo`: how often a medicine is given. */
export const readDosage = matching(
  /^[qQ](\d{1,2})(?:[-–](\d{1,2}))?([hH]|hrs?|d|wk?|mo|min)$/,
  ([first, last, unit], { manner: { locale } }) => {
    const range = last === '' ? '' : ` to ${spellCardinal(last, locale)}`
    return `every ${spellCardinal(first, locale)}${range} ${manyOf(unit.toLowerCase())}`
  },
)

/** The plural of a time. */
function manyOf(short: string): string | undefined {
  return PERIODS[short] ?? findUnit(short)?.many
}

const PERIODS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks' }

/** `4 doses/24 hrs`: how many there are in so long. */
export function readWordRate(scene: Scene, index: number): Wording | undefined {
  const { text, start, joined } = scene.tokens[index]!
  const thing = tokenBefore(scene, index)
  const period = tokenAfter(scene, index)?.lower ?? ''
  if (!joined || thing?.end !== start - 1 || !isSmall(thing.text, 3)) return undefined
  if (!PERIOD.has(period) || !isDigits(text, 1, 3)) return undefined
  return [say(`per ${spellCardinal(text, scene.locale)}`), say(manyOf(period) ?? period)]
}

const PERIOD = wordList('times that doses are counted by')

/** `pain x2 days`, `repeat x3`, `BID x7d`: how often or how long, behind a word. */
export function readTimes(scene: Scene, index: number): Wording | undefined {
  const [, count, unit = ''] = /^[xX](\d{1,3})(d|wks?|mos?|hrs?)?$/.exec(scene.tokens[index]!.text) ?? []
  const isCounted = /^[a-z]{3,}$|^[\d/.]+[a-z]*$/i.test(tokenBefore(scene, index)?.text ?? '')
  if (count === undefined || !isCounted) return undefined
  const many = unit === '' ? '' : ` ${manyOf(unit)}`
  return [say(`times ${spellCardinal(count, scene.locale)}${many}`)]
}
