import { findMonthName } from '../../english/calendar.ts'
import { spellOrdinal, spellYear } from '../../english/numbers/spell-number.ts'
import { verbalizeDate } from '../grammars/date/verbalize-date.ts'
import type { Manner } from '../scene.ts'
import { isDigits } from '../tokens/token-shape.ts'

/** A date in figures by an SSML format of the letters y, m and d (`mdy`, `dmy`, `ymd`, `md`, `ym`, `yyyymmdd` ...). */
export function verbalizeFormattedDate(text: string, format: string | undefined, manner: Manner): string | undefined {
  const order = format
    ?.toLowerCase()
    .replace(/(.)\1+/g, '$1')
    .replace(/[^dmy]/g, '')
  const figures = (isDigits(text, 8, 8) && order !== undefined ? cutCompact(text, order) : text).match(/\d+/g)
  if (order === undefined || figures === null || figures.length !== order.length) return undefined
  const figure = (part: string) => (order.includes(part) ? figures[order.indexOf(part)] : undefined)
  return verbalizeParts({ day: figure('d'), month: figure('m'), year: figure('y') }, manner)
}

function cutCompact(text: string, order: string): string {
  const pattern = Array.from(order, (part) => (part === 'y' ? '(....)' : '(..)')).join('')
  return new RegExp(`^${pattern}$`).exec(text)?.slice(1).join(' ') ?? text
}

type Parts = { readonly day: string | undefined; readonly month: string | undefined; readonly year: string | undefined }

function verbalizeParts({ day, month, year }: Parts, manner: Manner): string | undefined {
  const name = month === undefined ? undefined : findMonthName(Number(month))
  if (month !== undefined && name === undefined) return undefined
  if (day !== undefined && (Number(day) < 1 || Number(day) > 31)) return undefined
  if (day !== undefined && month !== undefined)
    return verbalizeDate({ day: Number(day), month: Number(month), ...(year === undefined ? {} : { year }) }, manner)
  if (day !== undefined) return spellOrdinal(day, manner.locale)
  const said = [name, year === undefined ? undefined : spellYear(year, manner.locale)].filter(
    (part) => part !== undefined,
  )
  return said.length === 0 ? undefined : said.join(' ')
}
