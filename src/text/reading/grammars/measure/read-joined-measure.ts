import { findClosing } from '../../../english/abbreviations.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `65K-mi`, `12-fl-oz`. */
export const readScaledMeasure: PieceReader = (text, { locale }) => {
  const [, count, thousands, each = ''] = /^(\d[\d.]*)([kKM])-([a-z]{2,5})$/.exec(text) ?? []
  const unit = count === undefined ? undefined : findUnit(each)
  if (unit !== undefined)
    return say(`${spellNumber(count!, locale)} ${thousands === 'M' ? 'million' : 'thousand'} ${unit.one}`)
  const [, amount] = /^(\d[\d.]*)-fl\.?-?oz$/.exec(text) ?? []
  return amount === undefined ? undefined : say(`${spellNumber(amount, locale)} fluid ounce`)
}

/** `mo.-to-mo.`, `kWh/m²`: units alone. */
export const readUnits: PieceReader = (text) => {
  const period = findUnit(/^([a-z]{2,4})\.-to-\1$/.exec(text.toLowerCase())?.[1] ?? '')
  if (period !== undefined) return say(`${period.one} to ${period.one}`)
  const unit = /[a-z²³]{2}|[²³]/.test(text) && /\//.test(text) ? findUnit(text) : undefined
  return unit === undefined ? undefined : say(unit.many)
}

/** `5-ft.-tall`, `4x6-in`: a measure that describes a thing. */
export const readDescribing: PieceReader = (text, manner, read) => {
  const [, amount, measured, described] =
    /^(\d[\d.,]*|\d+\/\d+)-([A-Za-z]{1,5})\.?-([a-z]+(?:-[a-z]+)*)$/.exec(text) ?? []
  const measure = measured === undefined ? undefined : findUnit(measured)
  if (measure !== undefined) return [...read(amount!, manner), ...say(measure.one), ...read(described!, manner)]
  const [, sides, edge] = /^(\d[\d.]*(?:[x×]\d[\d.]*)+)-([a-z]{1,4})$/.exec(text) ?? []
  const side = edge === undefined ? undefined : findUnit(edge)
  return side === undefined ? undefined : [...read(sides!, manner), ...say(side.one)]
}

/** What something has so many of: `2-pg. letter`, `4-dr. sedan`. */
const COUNTED_PARTS: Readonly<Record<string, string>> = {
  pg: 'page',
  dr: 'door',
  pc: 'piece',
  ch: 'channel',
  pt: 'point',
}

/** `2-pg`, `3-appt`: how many parts something has, in the singular. */
export const readCounted: PieceReader = (text, manner, read) => {
  const [, several, short = ''] = /^(\d[\d.,]*)-([a-z]{2,5})$/.exec(text) ?? []
  if (several === undefined) return undefined
  const part = COUNTED_PARTS[short]
  if (part !== undefined) return [...read(several, manner), ...say(part)]
  const counted = short.endsWith('s') ? undefined : findClosing(short)
  if (counted === undefined || manner.isWord(short) || !/[^s]s$/.test(counted)) return undefined
  return [...read(several, manner), ...say(counted.slice(0, -1))]
}
