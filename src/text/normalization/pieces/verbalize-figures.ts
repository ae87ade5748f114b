import {
  spellCardinal,
  spellDigits,
  spellNumber,
  spellOrdinal,
  spellPairs,
  spellYear,
  toOrdinalWords,
} from '../numbers/spell-number.ts'
import type { Manner } from '../scene.ts'
import { spell } from '../spoken-word.ts'
import { findNumericDate, verbalizeDate, verbalizeTimestamp } from './verbalize-date.ts'
import { verbalizeDecade, verbalizeDecades } from './verbalize-decade.ts'
import { LEADS, verbalizeMeasure, verbalizeMixed } from './verbalize-measure.ts'
import { findMoney, verbalizeMoney } from './verbalize-money.ts'
import { verbalizePhone } from './verbalize-phone.ts'
import { verbalizeRange, verbalizeSeason } from './verbalize-range.ts'
import { verbalizeTime } from './verbalize-time.ts'

/** Pairs of figures with a fixed reading. */
const FIXED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '24/7': 'twenty four seven',
    '9/11': 'nine eleven',
    '7/11': 'seven eleven',
    '7-11': 'seven eleven',
    '10-4': 'ten four',
    '50/50': 'fifty fifty',
    '50-50': 'fifty fifty',
    '20/20': 'twenty twenty',
    '10/10': 'ten out of ten',
    '911': 'nine one one',
    '999': 'nine nine nine',
    '7/7': 'seven seven',
    '24-7': 'twenty four seven',
    '360°': 'three hundred sixty degrees',
    '4x4': 'four by four',
    '80/20': 'eighty twenty',
  }),
)

type FigureReader = (text: string, manner: Manner) => string | undefined

/** In order of trial: what is more particular comes first. */
const READERS: readonly FigureReader[] = [
  (text) => FIXED.get(text),
  verbalizeStandard,
  (text, { locale }) => spellNumber(text, locale),
  verbalizeOrdinal,
  verbalizeDecade,
  verbalizeDecades,
  verbalizeQuarter,
  verbalizeTimestamp,
  verbalizeBearing,
  (text, { locale }) => (/^[35]′$/.test(text) ? `${spellCardinal(text[0]!, locale)} prime` : undefined),
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
  verbalizeSeason,
  verbalizeMark,
  verbalizeMixed,
  (text, manner) => verbalizeMeasure(text, manner),
  verbalizeRange,
  verbalizeVersion,
  verbalizeLap,
  verbalizeRatio,
  verbalizeDimensions,
  verbalizePossessive,
]

/** One token with figures as read out without its neighbours, in the notation of `say`; undefined if none fits. */
export function verbalizeFigures(text: string, manner: Manner): string | undefined {
  if (text.length > 40) return undefined
  for (const read of READERS) {
    const phrase = read(text, manner)
    if (phrase !== undefined) return phrase
  }
  const lead = LEADS[text[0] ?? '']
  const rest = lead === undefined ? undefined : verbalizeFigures(text.slice(1), manner)
  return rest === undefined ? undefined : `${lead} ${rest}`
}

/** `802.11ac`: a standard for networks. */
function verbalizeStandard(text: string, { locale }: Manner): string | undefined {
  const [, part, letters = ''] = /^802\.(\d{1,2})([a-z]{0,2})$/.exec(text) ?? []
  return part === undefined ? undefined : `eight oh two dot ${spellCardinal(part, locale)} ${spell(letters)}`.trimEnd()
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

/** `v2.0.1`, `2.0.1`, `192.168.0.1`. */
function verbalizeVersion(text: string, { locale }: Manner): string | undefined {
  if (/^[1-9]\d{0,2}(?:\.000)+$|^[1-9]\d{0,2}\.\d{3}\.\d{3}$/.test(text) && /\..*\./.test(text))
    return spellCardinal(text.replaceAll('.', ''), locale)
  const [, lead, rest] = /^([vV]?)(\d+(?:\.\d+)*)$/.exec(text) ?? []
  if (rest === undefined || (lead === '' && !/\..*\./.test(rest))) return undefined

  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) && /\d{3}/.test(text))
    return rest
      .split('.')
      .map((part) => spellDigits(part))
      .join(' dot ')
  const isAddress = lead === '' && rest.split('.').length === 4 && rest.split('.').every((part) => Number(part) < 256)
  if (isAddress)
    return rest
      .split('.')
      .map((part) => spellNumber(part, locale))
      .join(' dot ')
  const parts = rest.split('.').map((part) => (part.length < 3 ? spellNumber(part, locale) : spellPairs(part, locale)))
  return `${lead === '' ? '' : 'version '}${parts.join(' point ')}`
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

/** `44:12`: minutes and seconds that are no time of the day. */
function verbalizeLap(text: string, { locale }: Manner): string | undefined {
  const [, run, exact = '', parts] = /^(\d{1,2}):([0-5]\d)\.(\d{1,3})$/.exec(text) ?? []
  if (run !== undefined && parts !== undefined)
    return `${spellCardinal(run, locale)} ${spellPairs(`1${exact}`, locale).replace(/^one /, '')} point ${spellDigits(parts)}`
  const [, minutes, seconds] = /^(2[5-9]|[345]\d):([0-5]\d)$/.exec(text) ?? []
  if (minutes === undefined || seconds === undefined) return undefined
  return `${spellCardinal(minutes, locale)} ${spellPairs(`1${seconds}`, locale).replace(/^one /, '')}`
}

/** `4.7/5`, `3.8/4.0`: a mark with a point, out of the best. */
function verbalizeMark(text: string, { locale }: Manner): string | undefined {
  const [, mark, best] = /^(\d{1,2}\.\d{1,2})\/(\d{1,3}(?:\.0)?)$/.exec(text) ?? []
  if (mark === undefined || best === undefined) return undefined
  return `${spellNumber(mark, locale)} out of ${spellNumber(best, locale)}`
}

/** `3:1`, `16:9`, `1:1,000`; a standard with its year, `9001:2015`; a volume with its page, `154:204101`. */
function verbalizeRatio(text: string, { locale }: Manner): string | undefined {
  const [, standard, year] = /^(\d{3,5}):((?:19|20)\d\d)$/.exec(text) ?? []
  if (standard !== undefined) return `${spellNumber(standard, locale)} ${spellYear(year!, locale)}`
  const [, volume, page, last] = /^(\d{2,4}):(?:(\d{4,7})|(\d{3,4}[-–]\d{2,4}))$/.exec(text) ?? []
  if (volume !== undefined)
    return `${spellCardinal(volume, locale)}, ${
      page === undefined
        ? last!
            .split(/[-–]/)
            .map((end) => spellPairs(end, locale))
            .join(' to ')
        : spellDigits(page)
    }`
  const parts = /^\d+(?:\.\d+)?(?::\d+(?:\.\d+)?){1,3}$|^\d:\d{1,3}(?:,\d{3})+$/.test(text)
    ? text.split(':')
    : undefined
  return parts?.map((part) => spellNumber(part, locale)).join(' to ')
}

function pluralize(number: string): string {
  return number === 'six' ? 'sixes' : `${number}s`
}

/** `3x4`, `1920×1080`, `2x`, and lumber: `2x4s`. */
function verbalizeDimensions(text: string, manner: Manner): string | undefined {
  const { locale } = manner
  const [, times] = /^(\d+(?:\.\d+)?)[xX×]$/.exec(text) ?? []
  if (times !== undefined) return `${spellNumber(times, locale)} times`
  const lumber = /^([1248])x([1-9]|1[02])s$/.exec(text)
  if (lumber !== null) return `${spellNumber(lumber[1]!, locale)} by ${pluralize(spellNumber(lumber[2]!, locale)!)}`
  if (!/^\d+(?:\.\d+)?['"′″]?(?:[xX×]\d+(?:\.\d+)?['"′″]?){1,3}[A-Za-z]{0,2}$/.test(text)) return undefined
  const sides = text.split(/[xX×]/).map((side) => verbalizeMeasure(side, manner) ?? verbalizeSide(side, manner))
  return sides.includes(undefined) ? undefined : sides.join(text.includes('×') && sides.length > 4 ? ' times ' : ' by ')
}

function verbalizeSide(side: string, { locale }: Manner): string | undefined {
  return /^\d{4}$/.test(side) && !side.endsWith('00') ? spellPairs(side, locale) : spellNumber(side, locale)
}

/** `1984's`, `2024's`. */
function verbalizePossessive(text: string, manner: Manner): string | undefined {
  if (!text.endsWith("'s")) return undefined
  const stem = text.slice(0, -2)
  const phrase = /^[12]\d{3}$/.test(stem) ? spellYear(stem, manner.locale) : verbalizeFigures(stem, manner)
  return phrase === undefined ? undefined : `${phrase}'s`
}
