import rates from '../../../data/english/rates.json' with { type: 'json' }
import prefixes from '../../../data/english/unit-prefixes.json' with { type: 'json' }
import rows from '../../../data/english/units.json' with { type: 'json' }
import { DEFAULT_LOCALE } from './dialects.ts'
import { listCell } from './list-cell.ts'
import { spellCardinal } from './numbers/spell-number.ts'
import { wordList } from './word-list.ts'

/** A unit in the singular and the plural. */
export type Unit = { readonly one: string; readonly many: string }

const PREFIXES: ReadonlyMap<string, string> = new Map(prefixes.map(({ letter, name }) => [letter, name] as const))

/** Units of length that are squared and cubed. */
const RAISED = /^(m|km|cm|mm|ft|in|mi|yd)(?:\^?([23])|([²³]))$/
const RAISED_BY_FIGURE = /^(?:m|km|cm|mm|mi)[23]$/

/** The forms of a unit, with the name of their prefixes. */
function formsOf({ written, prefixes }: (typeof rows)[number]): readonly (readonly [form: string, prefix: string])[] {
  return [[written, ''], ...Array.from(prefixes, (one) => [one + written, PREFIXES.get(one)!] as const)]
}

/** Units by their written form; case counts (`mW`, `MW`). The last line that has a form decides. */
export const UNITS: ReadonlyMap<string, Unit> = new Map(
  rows.flatMap((row) =>
    formsOf(row).map(([form, prefix]) => [form, { one: prefix + row.one, many: prefix + row.many }] as const),
  ),
)

/** Written forms that are everyday words or letters and need more than a number before them. */
export const AMBIGUOUS_UNITS = new Set(rows.flatMap(({ words }) => listCell(words)))

/** Units that people write in any case, by their lower-case form: `KM`, `Mbps`, `ghz`. */
const ANY_CASE: ReadonlyMap<string, string> = new Map(
  rows.flatMap(({ loose }) => listCell(loose)).map((form) => [form.toLowerCase(), form]),
)

/** The unit of a written form; powers and `per` are taken apart (`m³`, `km/h`, `mg/kg/day`). Undefined if it is none. */
export function findUnit(written: string): Unit | undefined {
  if (!/[./]/.test(written)) return findSimple(written)
  const bare = written.replace(/\.(?=\/|$)/g, '')
  const known = findSimple(bare)
  if (known !== undefined) return known
  const [over = '', ...unders] = bare.split('/')
  const [, count, hyphen, bottom = ''] = /^(\d{1,4})(-?)([a-zA-Zμ]{1,3})$/.exec(unders[0] ?? '') ?? []
  if (count !== undefined && unders.length === 1)
    return perCount(findSimple(over), count, hyphen === '' ? findSimple(bottom)?.many : findSimple(bottom)?.one)
  const top = findSimple(over)
  if (top === undefined || unders.length === 0 || unders.length > 2) return undefined
  const bottoms = unders.map((under) =>
    under === 's²' || under === 's2' ? SECOND_SQUARED : (findSimple(under) ?? PER.get(under) ?? perThing(over, under)),
  )
  if (bottoms.includes(undefined)) return undefined
  const rate = bottoms.map((bottom) => ` per ${bottom!.one}`).join('')
  return { one: top.one + rate, many: top.many + rate }
}

function findSimple(written: string): Unit | undefined {
  return (
    UNITS.get(written) ??
    findRaised(written) ??
    (/[A-Z]s$/.test(written) ? undefined : UNITS.get(ANY_CASE.get(written.toLowerCase()) ?? ''))
  )
}

/** `m²`, `ft^3`, `km2`: square and cubic units. */
function findRaised(written: string): Unit | undefined {
  if (!/[23²³]$/.test(written)) return undefined
  const [, base = '', figure, sign] = RAISED.exec(written) ?? []
  const unit = UNITS.get(base)
  if (unit === undefined || (figure !== undefined && !written.includes('^') && !RAISED_BY_FIGURE.test(written)))
    return undefined
  const shape = figure === '2' || sign === '²' ? 'square' : 'cubic'
  return { one: `${shape} ${unit.one}`, many: `${shape} ${unit.many}` }
}

/** `L/100km`, `mg/5mL`, the `L/25-kg` of a bag: an amount per several units. */
function perCount(top: Unit | undefined, count: string, bottom: string | undefined): Unit | undefined {
  if (top === undefined || bottom === undefined) return undefined
  const rate = ` per ${spellCardinal(count, DEFAULT_LOCALE)} ${bottom}`
  return { one: top.one + rate, many: top.many + rate }
}

const NO_THINGS = wordList('no things behind a slash')

/** `MB/file`, `mg/tablet`: what a clear unit is counted by. */
function perThing(over: string, under: string): Unit | undefined {
  return !AMBIGUOUS_UNITS.has(over) && /^[a-z]{3,}$/.test(under) && !NO_THINGS.has(under) ? named(under) : undefined
}

const named = (word: string): Unit => ({ one: word, many: `${word}s` })
const SECOND_SQUARED = named('second squared')
const PER: ReadonlyMap<string, Unit> = new Map(
  rates.flatMap(({ written, one, short }) => (short === '' ? [[written, named(one)] as const] : [])),
)
/** Abbreviated things behind a slash only: `$285/qtr.`, `$18/btl`. */
const SHORT_THINGS: ReadonlyMap<string, string> = new Map(rates.map(({ written, one }) => [written, one] as const))

/** What an amount or a plural is counted by behind a slash: `hour` in `$5/hr`, `square kilometer` in `people/km2`. */
export function findPer(written: string): string | undefined {
  return (
    (PER.get(written) ?? (/^[a-z]/i.test(written) ? findSimple(written) : undefined))?.one ?? SHORT_THINGS.get(written)
  )
}

/** What an amount is counted by behind a slash: `each`, `per hour`; undefined if it is no such thing. */
export function sayPer(thing: string): string | undefined {
  const per = findPer(thing)
  return per === undefined || per === 'each' ? per : `per ${per}`
}
