import type { Usage } from '../../../../client/src/declaim.ts'
import { avatarOf } from '../../catalogue.ts'
import { DAY_MS, dayOf } from './usage-period.ts'

/** By what usage is listed. */
export const GROUPS = { day: 'Days', member: 'People', key: 'API keys', avatar: 'Voices', endpoint: 'Calls' } as const
export type Group = keyof typeof GROUPS

export const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })

type Sum = NonNullable<Usage['usage']>[number]

/** Names of keys and members by their ids, as far as they are known. */
export type Names = ReadonlyMap<string, string>

/** What was used by one day, person, key, voice or call. */
export type UsageRow = Pick<Sum, 'requests' | 'audio_seconds' | 'characters'> & { readonly name: string }

/** The newest day first; of other groups, the one with the most characters. */
export function listRows(sums: readonly Sum[], { group, names }: { group: Group; names: Names }): readonly UsageRow[] {
  const rows = sums.map((sum): UsageRow => ({ ...sum, name: nameOf(sum, group, names) }))
  return group === 'day' ? rows.toReversed() : rows.toSorted((a, b) => b.characters - a.characters)
}

function nameOf(sum: Sum, group: Group, names: Names): string {
  switch (group) {
    case 'day':
      return DATE.format(new Date(sum.day ?? ''))
    case 'key':
      return sum.key === '' ? 'The Studio' : (names.get(sum.key ?? '') ?? sum.key ?? '')
    case 'member':
      return sum.member === '' ? 'API keys and sign-in links' : (names.get(sum.member ?? '') ?? sum.member ?? '')
    case 'avatar': {
      const voice = sum.avatar === undefined ? undefined : avatarOf(sum.avatar)
      return voice === undefined ? `Voice ${sum.avatar}` : `${voice.name} · ${voice.style}`
    }
    case 'endpoint':
      return sum.endpoint ?? ''
  }
}

/** One day of a chart. */
export type UsedDay = { readonly day: string; readonly characters: number }

/** Every day from the first to the last, such as `2026-03-14`; those without usage have no characters. */
export function listDays(sums: readonly Sum[], { from, to }: { from: string; to: string }): readonly UsedDay[] {
  const used = new Map(sums.map(({ day, characters }) => [day, characters]))
  const count = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const day = dayOf(Date.parse(from) + i * DAY_MS)
    return { day, characters: used.get(day) ?? 0 }
  })
}

const AMOUNTS = ['requests', 'audio_seconds', 'characters'] as const
const COLUMNS = ['name', ...AMOUNTS] as const

export function toUsageCsv(rows: readonly UsageRow[]): string {
  const lines = rows.map((row) => COLUMNS.map((column) => formatCell(row[column])).join(','))
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}

const DETAILS = { day: 'day', member: 'person', key: 'key', avatar: 'voice', endpoint: 'call' } as const

/** Usage by everything at once, a line each. */
export function toDetailedCsv(sums: readonly Sum[], names: Names): string {
  const groups = Object.keys(DETAILS) as (keyof typeof DETAILS)[]
  const lines = sums.map((sum) =>
    [
      ...groups.map((group) => (group === 'day' ? (sum.day ?? '') : nameOf(sum, group, names))),
      ...AMOUNTS.map((amount) => sum[amount]),
    ]
      .map(formatCell)
      .join(','),
  )
  return [[...Object.values(DETAILS), ...AMOUNTS].join(','), ...lines, ''].join('\r\n')
}

/** By what `toDetailedCsv` wants usage to be grouped. */
export const DETAILED_GROUPS = Object.keys(DETAILS).join(',')

/** What spreadsheets would run as a formula gets an apostrophe (OWASP, "CSV Injection"). */
function formatCell(cell: string | number): string {
  if (typeof cell === 'number') return String(cell)
  return `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
}
