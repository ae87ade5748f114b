import {
  spellCardinal,
  spellNumber,
  spellOrdinal,
  spellPairs,
  spellYear,
  toOrdinalWords,
  toPluralWords,
} from '../../english/numbers/spell-number.ts'
import { sayUsually } from '../say-usually.ts'
import type { Manner } from '../scene.ts'

import { findNumericDate, verbalizeDate, verbalizeTimestamp } from './date/verbalize-date.ts'
import { verbalizeDecade, verbalizeDecades } from './date/verbalize-decade.ts'
import { LEADS, verbalizeMeasure, verbalizeMixed } from './measure/verbalize-measure.ts'
import { findMoney, verbalizeMoney } from './money/verbalize-money.ts'
import { verbalizeRange } from './range/verbalize-range.ts'
import { verbalizePhone } from './telephone/verbalize-phone.ts'
import { verbalizeTime } from './time/verbalize-time.ts'

type FigureReader = (text: string, manner: Manner) => string | undefined

/** In order of trial: what is more particular comes first. */
const READERS: readonly FigureReader[] = [
  (text, { locale }) => spellNumber(text, locale),
  verbalizeOrdinal,
  verbalizeDecade,
  verbalizeDecades,
  verbalizeQuarter,
  verbalizeTimestamp,
  verbalizeBearing,
  (text, manner) => verbalizeTime(text, manner),
  (text, manner) => {
    const date = findNumericDate(text, manner)
    return date === undefined ? undefined : verbalizeDate(date, manner)
  },
  verbalizePhone,
  (text, manner) => {
    const money = findMoney(text, manner)
    return money === undefined ? undefined : verbalizeMoney(money, manner)
  },
  verbalizeMark,
  verbalizeMixed,
  (text, manner) => verbalizeMeasure(text, manner),
  verbalizeRange,
  verbalizeVersion,
  verbalizeRatio,
  verbalizeTimes,
  verbalizePossessive,
]

/** One token with figures as read out without its neighbours, in the notation of `say`; undefined if none fits. */
export function verbalizeFigures(text: string, manner: Manner): string | undefined {
  if (text.length > 40) return undefined
  for (const read of READERS) {
    const phrase = read(text, manner)
    if (phrase !== undefined) return phrase
  }
  const usual = sayUsually(text, manner.locale)
  if (usual !== undefined) return usual
  const lead = LEADS[text[0] ?? '']
  const rest = lead === undefined ? undefined : verbalizeFigures(text.slice(1), manner)
  return rest === undefined ? undefined : `${lead} ${rest}`
}

/** `3rd`, `1,000th`, `5ths`, `97.5th`. */
function verbalizeOrdinal(text: string, { locale }: Manner): string | undefined {
  const point = /^\d{1,3}\.\d{1,3}(?=(?:st|nd|rd|th)s?$)/.exec(text)?.[0]
  if (point !== undefined) return toOrdinalWords(spellNumber(point, locale) ?? '') + (text.endsWith('s') ? 's' : '')
  const [, digits, plural] = /^(\d{1,3}(?:,\d{3})+|\d+)(?:st|nd|rd|th|ST|ND|RD|TH)('?s)?$/.exec(text) ?? []
  if (digits === undefined || !hasOwnEnding(text)) return undefined
  const ordinal = spellOrdinal(digits, locale)
  return plural === undefined ? ordinal : ordinal + plural
}

/** `1st`, `11th`, `22nd`: the ending is that of the number, unlike in the weight `13st`. */
function hasOwnEnding(text: string): boolean {
  return /(?:^|[^1])1st|(?:^|[^1])2nd|(?:^|[^1])3rd|1[123]th|[04-9]th/i.test(text)
}

const QUARTERS = ['first', 'second', 'third', 'fourth']

/** `2Q22`, `1H2024`, `3Q`: a quarter or half of a year. */
function verbalizeQuarter(text: string, { locale }: Manner): string | undefined {
  const [, part = '', kind, year = ''] = /^([1-4])([QH])'?(20\d\d|\d\d)?$/.exec(text) ?? []
  if (kind === undefined || (kind === 'H' && Number(part) > 2)) return undefined
  const name = `${QUARTERS[Number(part) - 1]} ${kind === 'Q' ? 'quarter' : 'half'}`
  if (year === '') return name
  return `the ${name} of ${spellYear(year.length === 2 ? `20${year}` : year, locale)}`
}

/** `v2.0.1`. */
function verbalizeVersion(text: string, { locale }: Manner): string | undefined {
  const parts = /^[vV](\d+(?:\.\d+)*)$/.exec(text)?.[1]?.split('.')
  return (
    parts &&
    `version ${parts.map((part) => (part.length < 3 ? spellCardinal(part, locale) : spellPairs(part, locale))).join(' point ')}`
  )
}

const SIDES: Readonly<Record<string, string>> = { N: ' north', S: ' south', E: ' east', W: ' west' }

/** `40°26'46"N`: degrees, minutes and seconds of an arc. */
function verbalizeBearing(text: string, { locale }: Manner): string | undefined {
  const [, degrees, minutes, seconds, side = ''] =
    /^(\d{1,3})°(\d{1,2}(?:\.\d+)?)['′](?:(\d{1,2}(?:\.\d+)?)["″])?([NSEW]?)$/.exec(text) ?? []
  if (degrees === undefined || minutes === undefined) return undefined
  const rest = seconds === undefined ? '' : ` ${spellNumber(seconds, locale)} seconds`
  return `${spellCardinal(degrees, locale)} degrees ${spellNumber(minutes, locale)} minutes${rest}${SIDES[side] ?? ''}`
}

/** `4.7/5`, `3.8/4.0`: a mark with a point, out of the best. */
function verbalizeMark(text: string, { locale }: Manner): string | undefined {
  const [, mark, best] = /^(\d{1,2}\.\d{1,2})\/(\d{1,3}(?:\.0)?)$/.exec(text) ?? []
  if (mark === undefined || best === undefined) return undefined
  return `${spellNumber(mark, locale)} out of ${spellNumber(best, locale)}`
}

/** `1:1,000`, `1:2.5`. */
function verbalizeRatio(text: string, { locale }: Manner): string | undefined {
  if (!/^\d[\d.]*(?::\d[\d.,]*){1,3}$/.test(text)) return undefined
  const parts = text.split(':').map((part) => spellNumber(part, locale))
  return parts.includes(undefined) ? undefined : parts.join(' to ')
}

/** `2x`, and lumber: `2x4s`. */
function verbalizeTimes(text: string, { locale }: Manner): string | undefined {
  const [, times] = /^(\d+(?:\.\d+)?)[xX×]$/.exec(text) ?? []
  if (times !== undefined) return `${spellNumber(times, locale)} times`
  const lumber = /^([1-9]\d?)x([1-9]\d?)s$/.exec(text)
  return lumber === null
    ? undefined
    : `${spellNumber(lumber[1]!, locale)} by ${toPluralWords(spellNumber(lumber[2]!, locale)!)}`
}

/** `1984's`, `2024's`. */
function verbalizePossessive(text: string, manner: Manner): string | undefined {
  const phrase = text.endsWith("'s") ? verbalizeFigures(text.slice(0, -2), manner) : undefined
  return phrase && `${phrase}'s`
}
