import { isOpenClass } from '../../../language/word-classes.ts'
import { spellOrdinal, spellYear } from '../../numbers/spell-number.ts'
import { findNumericDate, verbalizeDate } from '../../pieces/verbalize-date.ts'
import { near, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { DAYS, findMonthName } from '../../tables/calendar.ts'
import { findUnit } from '../../tables/units.ts'
import type { Token } from '../../tokens/token.ts'
import { isInEquation } from '../figures/equation.ts'
import { COUNTED_OFF, HAS_PARTED_NUMBER } from '../figures/read-number.ts'

/** Words before figures of day and month. */
const BEFORE_FIGURES =
  /^(?:on|on\/after|on\/before|on\/about|and\/or|by|until|till|til|since|from|through|thru|before|after|due|dated|date|dates|ends?|ended|ending|starts?|started|starting|begins?|began|beginning|expires?|expired|expiry|exp|closes?|closed|opens?|opened|reopens?|effective|eff|week|weekend|arriving|arrives?|departing|departs?|leaves?|leaving|posted|updated|delivered|born|deadline|tomorrow|today|cob|eod|valid|last|next|rescheduled|moved|return|returns|ships?|shipped|payable|paid|avail|available|office|out|approx|approximately|ret|retired|retires|notes|minutes|agenda|final|midterm|party|wedding|deadline|trip|concert|event|webinar|recital|graduation|meeting|mtg|appt|appointment|hearing|session|closing|reading|vote|election|inspection|interview|orientation)$/
const FIGURES = /^(\d{1,2})\/(\d{1,2})$/
const RANGE = /^(\d{1,2}\/\d{1,2})[-–](\d{1,2}\/\d{1,2})$/
/** Figures that nobody writes as a fraction of a whole: `11/19`, but not `5/16`. */
const NO_PART = /^(?:1[3-57-9]|2[1-36-9]|31)$/
const FIXED = /^(?:9\/11|24\/7|7\/11|50\/50|20\/20)$/

/** Dates in figures without a year, their ranges, and months with a year: `ends 9/30`, `12/24–1/2`, `03/2026`. */
export function readFigureDate(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  const [, first, last] = RANGE.exec(text) ?? []
  if (first !== undefined && last !== undefined) return readRange([first, last], scene, index)
  const days = readDaysOfMonth(scene, index)
  if (days !== undefined) return days
  if (isNoDate(scene, index)) return undefined
  const dayFirst = readDayBeforeMonth(scene, index)
  if (dayFirst !== undefined) return [say(dayFirst)]
  const crossing = readDayCrossing(text, scene)
  if (crossing !== undefined) return crossing
  const month = verbalizeMonthAndYear(text, scene, index) ?? verbalizeExpiry(scene, index)
  if (month !== undefined) return [say(month)]
  if (!FIGURES.test(text) || FIXED.test(text) || tokenAfter(scene, index)?.lower === 'of') return undefined
  const date = verbalizeDay(text, scene)
  return date !== undefined && (asksForDate(scene, index) || isClearly(text, scene, index)) ? [say(date)] : undefined
}

/** `Flat 3/1`, `slide 6/14`, `1/4 mi.`: a number in parts, one of several, or part of a measure. */
function isNoDate(scene: Scene, index: number): boolean {
  const before = scene.tokens[index - 1]?.lower ?? ''
  const { text } = scene.tokens[index]!
  if (!FIGURES.test(text)) return false
  if (HAS_PARTED_NUMBER.test(before) || (COUNTED_OFF.test(before) && !/^(?:day|week)$/.test(before))) return true
  const next = tokenAfter(scene, index)
  if (
    /^(?:time|beat|fractions?|ratio|ports|sizes)$/.test(next?.lower ?? '') ||
    /^(?:fractions?|ports|sizes)$/.test(before)
  )
    return true
  if (near(scene, index, 8).some(({ lower }) => FRACTION.test(lower))) return true
  const [part, whole] = text.split('/').map(Number) as [number, number]
  if (part < whole && /^(?:jobs|checks|builds|pods|nodes|replicas)$/.test(next?.lower ?? '')) return true
  return next !== undefined && MEASURED.test(next.text) && isPart(text)
}

/** Words that show the text to be about fractions: `8/16 is equivalent to 1/2`. */
const FRACTION = /^(?:fractions?|numerator|denominator|simplif(?:y|ied|ies)|reduces?|equivalent|equals?|lowest)$/
const MEASURED = /^(?:mi|miles?|cups?|tsp|tbsp|inch|inches|oz|lbs?|acres?|ac|yds?|ft|hr|hrs|mo|turn|gal|pt|qt)$/i

/** `1/9/2024` beside `31/8/2025`: another date shows that the day comes first. */
function readDayBeforeMonth(scene: Scene, index: number): string | undefined {
  const { text } = scene.tokens[index]!
  if (scene.locale !== 'en_US' || !DATED.test(text)) return undefined
  if (!near(scene, index, 30).some((token) => Number(DATED.exec(token.text)?.[1]) > 12)) return undefined
  const date = findNumericDate(text, { ...scene, locale: 'en_GB' })
  return date === undefined ? undefined : verbalizeDate(date, scene)
}

const DATED = /^(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})$/

/** `6/16–20`: a range of days in one month, in locales that write the month first. */
function readDaysOfMonth(scene: Scene, index: number): Wording | undefined {
  const [, figures = '', first, last] = /^(\d{1,2}\/(\d{1,2}))[-–](\d{1,2})$/.exec(scene.tokens[index]!.text) ?? []
  const isAmount = /^(?:1\/[2348]|2\/3|[357]\/[48])$/.test(figures)
  const isDate = scene.locale === 'en_US' && Number(last) <= 31 && !isAmount
  const date = isDate ? verbalizeDay(figures, scene) : undefined
  return date === undefined || last === undefined || Number(first) >= Number(last)
    ? undefined
    : [say(`${date} to ${spellOrdinal(last, scene.locale)}`)]
}

/** `8/5–Fri`: a date and the day on which what began there ends. */
function readDayCrossing(text: string, scene: Scene): Wording | undefined {
  const [, figures, short] = /^(\d{1,2}\/\d{1,2})[-–]([A-Z][a-z]{2,3})$/.exec(text) ?? []
  const [date, day] = [verbalizeDay(figures ?? '', scene), DAYS.get(short?.toLowerCase() ?? '')]
  return date === undefined || day === undefined ? undefined : [say(`${date} to ${day}`)]
}

function readRange(ends: readonly string[], scene: Scene, index: number): Wording | undefined {
  const dates = ends.map((end) => verbalizeDay(end, scene))
  if (dates.includes(undefined)) return undefined
  const isMeasured = ends.every((end) => /\/(?:2|3|4|8|16|32|64)$/.test(end))
  const isSure = !isMeasured || asksForDate(scene, index) || ends.some((end) => isClearly(end, scene, index))
  return isSure ? [say(dates.join(' to '))] : undefined
}

function verbalizeDay(text: string, scene: Scene): string | undefined {
  const [first, second] = text.split('/').map(Number) as [number, number]
  const [month, day] = scene.locale === 'en_US' ? [first, second] : [second, first]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? verbalizeDate({ day, month }, scene) : undefined
}

/** A word before the figures asks for a date, or they end a range that began with one. */
function asksForDate({ tokens }: Scene, index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined) return false
  const isRange =
    /^(?:to|-|–|and|&|or|thru|through)$/.test(before.lower) &&
    FIGURES.test(tokens[index - 2]?.text ?? '') &&
    ![tokens[index - 2]!.text, tokens[index]!.text].every(isPart)
  const isNamed =
    before.lower === 'of' &&
    /^(?:as|week|wk|month|weekend|min|minutes|meeting|letter|e-?mail|statement|agreement|memo|issue|edition|invoice)$/.test(
      tokens[index - 2]?.lower ?? '',
    )
  const isPlanned =
    before.lower === 'for' && PLANNED.test(tokens[index - 2]?.lower ?? '') && closesClause(tokens, index)
  return (
    isRange ||
    isNamed ||
    isPlanned ||
    isOwned(tokens, index) ||
    BEFORE_FIGURES.test(before.lower) ||
    (/^(?:noon|midnight|\d{1,2}(?:[:.]\d\d)?[ap]m|[ap]\.?m)$/.test(before.lower) && before.after.length === 0) ||
    DAYS.has(before.lower.split(/[-–]/).at(-1)!)
  )
}

/** What is written for one day: `Agenda for 5/16:`. */
const PLANNED =
  /^(?:agenda|minutes|notes|schedule|menus?|specials|line-?up|forecast|recap|homework|rota|roster|itinerary|reservations?|bookings?|appointments?|readings?|announcements|attendance|timesheet|sheet|log)$/
/** What takes place on one day, and nobody has a part of: `the 9/10 meeting`. */
const EVENTS =
  /^(?:meetings?|mtgs?|calls?|games?|deadline|hearings?|sessions?|webinar|workshop|appointment|appt|events?|concert|agenda|minutes|newsletter|delivery|shipment|payment|invoice|flight|e-?mail|memo|recital|rehearsal|practice|fundraiser|inspection|interview|election)$/

function closesClause(tokens: readonly Token[], index: number): boolean {
  return index === tokens.length - 1 || tokens[index]!.after.length > 0
}

/** `your 2/6 labs`: things of that day, unless people would say the fraction. */
function isOwned(tokens: readonly Token[], index: number): boolean {
  return (
    /^(?:your|my|our|his|her|their|the|this)$/.test(tokens[index - 1]!.lower) &&
    /^[a-z]{4,}$/.test(tokens[index + 1]?.text ?? '') &&
    tokens[index]!.after.length === 0 &&
    isOpenClass(tokens[index + 1]!.lower) &&
    !/^(?:shares?|stake|chance|scale|interest|odds|split|ratio|majority|rule)$/.test(tokens[index + 1]!.lower) &&
    (EVENTS.test(tokens[index + 1]!.lower) || !/\/(?:2|3|4|5|8|10|16)$/.test(tokens[index]!.text))
  )
}

/** A proper fraction of the kind that people measure with: `3/4`, `5/16`. */
function isPart(text: string): boolean {
  const [part, whole] = text.split('/').map(Number) as [number, number]
  return part < whole && /\/(?:2|3|4|5|6|8|10|16)$/.test(text)
}

/** The figures make no fraction, and nothing behind them is measured; or an hour follows. */
function isClearly(text: string, scene: Scene, index: number): boolean {
  const next = scene.tokens[index + 1]
  if (next !== undefined && /^(?:@|at)$/.test(next.lower) && /^\d/.test(scene.tokens[index + 2]?.text ?? ''))
    return true
  if (scene.locale === 'en_US' && /^(?:12\/2[45]|12\/31|10\/31)$/.test(text)) return true
  const [first = '', second = ''] = text.split('/')
  const [month, day] = scene.locale === 'en_US' ? [first, second] : [second, first]
  const isOdd = (Number(first) > Number(second) || isReducible(text)) && !isInEquation(scene, index)
  if ((!NO_PART.test(day) && !day.startsWith('0') && !isOdd) || Number(month) > 12 || text === '22/7') return false
  if (isReducible(text) && next !== undefined && scene.tokens[index]!.after.length === 0 && isOpenClass(next.lower))
    return false
  return next === undefined || (findUnit(next.text) === undefined && !/^ARMs?$/.test(next.text))
}

/** Whether a fraction can be reduced: people write `1/2`, not `8/16`, except for marks out of 10, 20 or 100 and months out of 12. */
function isReducible(text: string): boolean {
  const [part, whole] = text.split('/').map(Number) as [number, number]
  if (part >= whole || [10, 12, 20, 100].includes(whole)) return false
  return [2, 3, 5, 7].some((factor) => part % factor === 0 && whole % factor === 0)
}

/** `exp. 05/26` of a card or a medicine: month and year. */
function verbalizeExpiry(scene: Scene, index: number): string | undefined {
  const [, month, year] = /^(0[1-9]|1[0-2](?!\/3))\/(2[4-9]|3\d)$/.exec(scene.tokens[index]!.text) ?? []
  if (month === undefined || year === undefined) return undefined
  if (!/^(?:exp|expiry|expires|expiration|thru|valid|use-by|bb|bbe)$/.test(scene.tokens[index - 1]?.lower ?? ''))
    return undefined
  const isDated = near(scene, index, 8).some(({ lower }) => EXPIRING.test(lower))
  return isDated && !near(scene, index, 8).some(({ lower }) => lower === 'gift')
    ? `${findMonthName(Number(month))} ${spellYear(`20${year}`, scene.locale)}`
    : undefined
}

/** What expires in a month. */
const EXPIRING =
  /^(?:card|visa|mastercard|amex|debit|credit|cvv|cvc|lot|batch|dose|vaccine|tabs?|tablets?|caps?|capsules?|mg|ml|\d+m[gl]|insulin|epipen|inhaler|vial|sunscreen|battery|batteries)$/

/** `03/2026`, but not `1/2000 sec`. */
function verbalizeMonthAndYear(text: string, scene: Scene, index: number): string | undefined {
  const [, month, year] = /^(0?[1-9]|1[0-2])\/((?:19|20)\d\d)$/.exec(text) ?? []
  if (month === undefined || year === undefined) return undefined
  const next = tokenAfter(scene, index)?.lower ?? ''
  if (/^(?:of|s|sec|secs|seconds?)$/.test(next)) return undefined
  return `${findMonthName(Number(month))} ${spellYear(year, scene.locale)}`
}
