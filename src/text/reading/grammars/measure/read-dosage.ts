import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { type Scene, tokenAfter, tokenBefore, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `q6h`, `q4-6h`, `q3mo`: how often a medicine is given. */
export const readDosage: PieceReader = (text, { locale }) => {
  const [, first, last, unit = ''] = /^[qQ](\d{1,2})(?:[-–](\d{1,2}))?([hH]|hrs?|d|wk?|mo|min)$/.exec(text) ?? []
  if (first === undefined) return undefined
  const range = last === undefined ? '' : ` to ${spellCardinal(last, locale)}`
  const many = findUnit(unit.toLowerCase())?.many ?? PERIODS[unit]
  return say(`every ${spellCardinal(first, locale)}${range} ${many}`)
}

const PERIODS: Readonly<Record<string, string>> = { d: 'days', w: 'weeks' }

/** `4 doses/24 hrs`: how many there are in so long. */
export function readWordRate(scene: Scene, index: number): Wording | undefined {
  const { text, start, joined } = scene.tokens[index]!
  const thing = tokenBefore(scene, index)
  const period = tokenAfter(scene, index)?.lower ?? ''
  if (!joined || thing?.end !== start - 1 || !/^[a-z]{3,}$/.test(thing.text)) return undefined
  if (!PERIOD.has(period) || !/^\d{1,3}$/.test(text)) return undefined
  return [say(`per ${spellCardinal(text, scene.locale)}`), say(PERIODS[period] ?? findUnit(period)?.many ?? period)]
}

const PERIOD = wordList('times that doses are counted by')

/** `pain x2 days`, `repeat x3`, `BID x7d`: how often or how long, behind a word. */
export function readTimes(scene: Scene, index: number): Wording | undefined {
  const [, count, unit = ''] = /^[xX](\d{1,3})(d|wks?|mos?|hrs?)?$/.exec(scene.tokens[index]!.text) ?? []
  const isCounted = /^[a-z]{3,}$|^[\d/.]+[a-z]*$/i.test(tokenBefore(scene, index)?.text ?? '')
  if (count === undefined || !isCounted) return undefined
  const many = unit === '' ? '' : ` ${PERIODS[unit] ?? findUnit(unit)?.many}`
  return [say(`times ${spellCardinal(count, scene.locale)}${many}`)]
}
