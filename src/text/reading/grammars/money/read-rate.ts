import { ABBREVIATIONS } from '../../../english/abbreviations.ts'
import { CURRENCIES } from '../../../english/currencies.ts'
import { withSigns } from '../../../english/currency-pattern.ts'
import { findPer } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { say, spell } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'
import { readCompoundPart } from '../word/read-compound-part.ts'
import { isAcronym } from '../word/read-word.ts'
import { verbalizePriceBand } from './verbalize-money.ts'

const RATE_OF_CURRENCIES = withSigns(/^(\D?[\d.,]+)\/(¤)$/)
const BUNDLE = withSigns(/^([2-9]|1\d)\/(¤\d.*)$/)
const PRICE = withSigns(/^¤|^\d+$/)
const CURRENCY = withSigns(/^([A-Z]{0,2})(¤)(?:\/([A-Za-z]+))?$/)
const SUM_AND_MORE = withSigns(/^(¤[\d,.]+)\+([A-Za-z]+)$/)
const RENT = withSigns(/^(¤[\d,.]+)(pcm|pw|pa|pppn|pp)$/)

/** How often or for whom a price is paid, right behind it: `£925pcm`. */
const OFTEN: Readonly<Record<string, string>> = {
  pcm: 'per calendar month',
  pw: 'per week',
  pa: 'per annum',
  pp: 'per person',
  pppn: 'per person per night',
}

/** `£925pcm`. */
export const readRent: PieceReader = (text, manner, read) => {
  const [, rent, often] = RENT.exec(text) ?? []
  return rent === undefined ? undefined : [...read(rent, manner), ...say(OFTEN[often!]!)]
}

/** `US$`, `$/gal`, `£/kg`: what sums are in. */
export const readCurrency: PieceReader = (text) => {
  const [, country = '', sign, unit] = CURRENCY.exec(text) ?? []
  if (sign === undefined || text === sign) return undefined
  const currency = say(`${spell(country)} ${CURRENCIES.get(sign)!.many}`)
  if (unit === undefined) return currency
  const per = findPer(unit)
  return per === undefined ? undefined : [...currency, ...say(`per ${per}`)]
}

/** `$28+tax`, `£220+VAT`. */
export const readSumAndMore: PieceReader = (text, manner, read) => {
  const [, sum, more] = SUM_AND_MORE.exec(text) ?? []
  return sum === undefined ? undefined : [...read(sum, manner), ...say('plus'), ...read(more!, manner)]
}

/** `$$$`. */
export const readPriceBand: PieceReader = (text, manner) => {
  const band = verbalizePriceBand(text, manner)
  return band === undefined ? undefined : say(band)
}

/** `¥157/$`. */
export const readExchangeRate: PieceReader = (text, manner, read) => {
  const [, amount, sign] = RATE_OF_CURRENCIES.exec(text) ?? []
  return amount === undefined ? undefined : [...read(amount, manner), ...say(`per ${CURRENCIES.get(sign!)!.one}`)]
}

/** `2/$5`. */
export const readBundle: PieceReader = (text, manner, read) => {
  const [, bundle, price] = BUNDLE.exec(text) ?? []
  return price === undefined ? undefined : [...read(bundle!, manner), ...say('for'), ...read(price, manner)]
}

/** `$5/hour`, `60 miles/hour`, `people/km2`: an amount or a plural per something. */
export const readRate: PieceReader = (text, manner, read) => {
  const [, amount, unit = ''] = /^(.*\d.*|[a-z]{2,})\/([a-z]+[²³23]?)$/i.exec(text) ?? []
  if (amount === undefined || !mayBeAmount(amount, unit)) return undefined
  const isPrice = PRICE.test(amount) && /^[a-z]{3,}$/.test(unit) && !isAcronym(unit)
  const per = findPer(unit) ?? (isPrice ? unit : undefined)
  if (per === undefined || (/^[A-Z]$/.test(unit) && !/[a-z]$/.test(amount))) return undefined
  const cents = /^\d{1,3}(?:\.\d)?c$/.test(amount) ? amount.replace('c', '¢') : amount
  const count = amount === '1x' ? say('once') : readCompoundPart(cents, manner, read)
  return [...count, ...say(per === 'each' ? per : `per ${per}`)]
}

const COUNTED_BY = wordList('counted by behind a slash')

/** Figures, a plural, or what is counted by a measure or time: `miles`, `rain/day`. */
function mayBeAmount(amount: string, unit: string): boolean {
  if (/\d|s$|^people$/i.test(amount)) return true
  return /^(?!and|or|night|day|week|month|year)[a-z]{3,}$/i.test(amount) && COUNTED_BY.has(unit.toLowerCase())
}

/** `avg./nt.`, `fee/adult`: an abbreviation or a price per something. */
export const readShortRate: PieceReader = (text) => {
  const [, top = '', under = ''] = /^([a-z]{2,8})\/([a-z]{2,8})$/.exec(text) ?? []
  const per = findPer(under)
  if (top === 'avg') return per === undefined ? undefined : say(`${ABBREVIATIONS.get(top)![0]!.say} per ${per}`)
  return PRICED.has(top) && under.length > 2 ? say(`${top} per ${per ?? under}`) : undefined
}

const PRICED = wordList('priced')
