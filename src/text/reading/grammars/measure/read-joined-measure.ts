import { findClosing } from '../../../english/abbreviations.ts'
import { spellNumber } from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import { matching } from '../piece-reader.ts'

/** `65K-mi`. */
export const readScaledMeasure = matching(/^(\d[\d.]*)([kKM])-([a-z]{2,5})$/, ([count, scale, each], { manner }) => {
  const unit = findUnit(each)
  return unit && `${spellNumber(count, manner.locale)} ${scale === 'M' ? 'million' : 'thousand'} ${unit.one}`
})

/** `12-fl-oz`. */
export const readFluidOunces = matching(
  /^(\d[\d.]*)-fl\.?-?oz$/,
  ([count], { manner }) => `${spellNumber(count, manner.locale)} fluid ounce`,
)

/** `mo.-to-mo.`. */
export const readPeriods = matching(/^([a-z]{2,4})\.-to-\1$/i, ([short]) => {
  const period = findUnit(short.toLowerCase())
  return period && `${period.one} to ${period.one}`
})

/** `kWh/m²`: units alone. */
export const readUnits = matching(/^(?=.*(?:[a-z²³]{2}|[²³])).*\//, (_, { text }) => findUnit(text)?.many)

/** `5-ft.-tall`: a measure that describes a thing. */
export const readDescribing = matching(
  /^(\d[\d.,]*|\d+\/\d+)-([A-Za-z]{1,5})\.?-([a-z]+(?:-[a-z]+)*)$/,
  ([amount, measured, described], { read }) => {
    const measure = findUnit(measured)
    return measure && [read(amount), measure.one, read(described)]
  },
)

/** `4x6-in`. */
export const readEdges = matching(/^(\d[\d.]*(?:[x×]\d[\d.]*)+)-([a-z]{1,4})$/, ([sides, edge], { read }) => {
  const unit = findUnit(edge)
  return unit && [read(sides), unit.one]
})

/** What something has so many of: `2-pg. letter`, `4-dr. sedan`. */
const COUNTED_PARTS: Readonly<Record<string, string>> = {
  pg: 'page',
  dr: 'door',
  pc: 'piece',
  ch: 'channel',
  pt: 'point',
}

/** `2-pg`, `3-appt`: how many parts something has, in the singular. */
export const readCounted = matching(/^(\d[\d.,]*)-([a-z]{2,5})$/, ([several, short], { read }) => {
  const part = COUNTED_PARTS[short]
  if (part !== undefined) return [read(several), part]
  const counted = findClosing(short)
  return counted !== undefined && /[^s]s$/.test(counted) ? [read(several), counted.slice(0, -1)] : undefined
})
