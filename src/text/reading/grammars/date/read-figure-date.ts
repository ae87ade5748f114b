import { hasTrait } from '../../../english/dialects.ts'
import { spellOrdinal } from '../../../english/numbers/spell-number.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { findMonthAndDay } from './order.ts'
import { verbalizeDate } from './verbalize-date.ts'

const RANGE = /^(\d{1,2}\/\d{1,2})[-–](\d{1,2}\/\d{1,2})$/

/** Ranges of dates in figures, and a date whose order another shows: `12/24–1/2`, `6/16–20`. */
export function readFigureDate(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const [, first, last] = RANGE.exec(text) ?? []
  if (first !== undefined && last !== undefined) return readRange([first, last], scene)
  return readDaysOfMonth(scene, index)
}

/** `6/16–20`: a range of days in one month, in dialects that write the month first. */
function readDaysOfMonth(scene: Scene, index: number): Wording | undefined {
  const [, figures = '', , last] = /^(\d{1,2}\/(\d{1,2}))[-–](\d{1,2})$/.exec(scene.tokens[index]!.text) ?? []
  const isAmount = /^(?:1\/[2348]|2\/3|[357]\/[48])$/.test(figures)
  const isDate = !hasTrait(scene.locale, 'days-first') && Number(last) <= 31 && !isAmount
  const date = isDate ? verbalizeDay(figures, scene) : undefined
  return date === undefined || last === undefined ? undefined : [say(`${date} to ${spellOrdinal(last, scene.locale)}`)]
}

function readRange(ends: readonly string[], scene: Scene): Wording | undefined {
  const dates = ends.map((end) => verbalizeDay(end, scene))
  const isMeasured = ends.every((end) => /^(?:1\/2|[12]\/3|[13]\/4|[1-7]\/8|\d+\/(?:16|32|64))$/.test(end))
  return isMeasured ? undefined : [say(dates.join(' to '))]
}

function verbalizeDay(text: string, scene: Scene): string | undefined {
  const [first = '', second = ''] = text.split('/')
  const date = findMonthAndDay(scene.locale, first, second)
  return date === undefined ? undefined : verbalizeDate(date, scene)
}
