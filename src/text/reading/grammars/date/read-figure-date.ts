import { hasTrait } from '../../../english/dialects.ts'
import { spellOrdinal } from '../../../english/numbers/spell-number.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { verbalizeMonthAndDay } from './verbalize-date.ts'

const RANGE = /^(\d{1,2}\/\d{1,2})[-–](?:(\d{1,2}\/\d{1,2})|(\d{1,2}))$/
/** Fractions, of which a range is no range of dates. */
const AMOUNT = /^(?:1\/[2348]|2\/3|[357]\/[48])$/
const MEASURE = /^(?:1\/2|[12]\/3|[13]\/4|[1-7]\/8|\d+\/(?:16|32|64))$/

/** Ranges of dates in figures: `12/24–1/2`, and in dialects that write the month first, `6/16–20`. */
export function readFigureDate(text: string, { locale }: Scene): Wording | undefined {
  const [, first, second, day = ''] = RANGE.exec(text) ?? []
  if (first === undefined) return undefined
  const isRange =
    second === undefined
      ? !hasTrait(locale, 'days-first') && Number(day) <= 31 && !AMOUNT.test(first)
      : !(MEASURE.test(first) && MEASURE.test(second))
  const start = isRange ? verbalizeMonthAndDay(first.split('/'), locale) : undefined
  const end = second === undefined ? spellOrdinal(day, locale) : verbalizeMonthAndDay(second.split('/'), locale)
  return start === undefined || end === undefined ? undefined : [say(`${start} to ${end}`)]
}
