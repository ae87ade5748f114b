import { ABBREVIATIONS } from '../../../english/abbreviations.ts'
import { CURRENCIES } from '../../../english/currencies.ts'
import { withSigns } from '../../../english/currency-pattern.ts'
import { spellCardinal, spellNumber, spellPairs, toPluralWords } from '../../../english/numbers/spell-number.ts'
import { findPer, sayPer } from '../../../english/units.ts'
import { wordList } from '../../../english/word-list.ts'
import { spell } from '../../spoken-word.ts'
import { isCapitals, isSmall } from '../../tokens/token-shape.ts'
import { matching } from '../piece-reader.ts'
import { readCompoundPart } from '../word/read-compound-part.ts'

const PRICE = withSigns(/^¤|^\d+$/)

/** How often or for whom a price is paid, right behind it: `£925pcm`. */
const OFTEN: Readonly<Record<string, string>> = {
  pcm: 'per calendar month',
  pw: 'per week',
  pa: 'per annum',
  pp: 'per person',
  pppn: 'per person per night',
}

/** `£925pcm`. */
export const readRent = matching(withSigns(/^(¤[\d,.]+)(pcm|pw|pa|pppn|pp)$/), ([rent, often], { read }) => [
  read(rent),
  OFTEN[often]!,
])

/** `US$`, `$/gal`, `£/kg`: what sums are in. */
export const readCurrency = matching(
  withSigns(/^(?!¤$)([A-Z]{0,2})(¤)(?:\/([A-Za-z]+))?$/),
  ([country, sign, unit]) => {
    const per = unit === '' ? '' : sayPer(unit)
    return per === undefined ? undefined : `${spell(country)} ${CURRENCIES.get(sign)!.many} ${per}`
  },
)

/** `$28+tax`, `£220+VAT`. */
export const readSumAndMore = matching(withSigns(/^(¤[\d,.]+)\+([A-Za-z]+)$/), ([sum, more], { read }) => [
  read(sum),
  'plus',
  read(more),
])

const PRICE_BAND = withSigns(/^¤(\d{1,3}(?:,\d{3})+|\d+(?:\.\d)?)([kKmM])?s$/)

/** `$1,700s`, `£400s`, `$1.2Ms`, `$300Ks`: a band of prices, in the plural and without its currency. */
export const readPriceBand = matching(PRICE_BAND, ([figures, scale], { manner: { locale } }) => {
  if (scale !== '') return `${spellNumber(figures, locale)} ${/k/i.test(scale) ? 'thousands' : 'millions'}`
  const digits = figures.replace(',', '')
  if (!/^[2-9]0$|^[1-9]\d\d0$|^[1-9]\d0$|^\d{1,3}0000?$/.test(digits) || /^10+$/.test(digits)) return undefined
  return toPluralWords(digits.length > 4 ? spellCardinal(digits, locale) : spellPairs(digits, locale))
})

/** `¥157/$`. */
export const readExchangeRate = matching(withSigns(/^(\D?[\d.,]+)\/(¤)$/), ([amount, sign], { read }) => [
  read(amount),
  `per ${CURRENCIES.get(sign)!.one}`,
])

/** `2/$5`. */
export const readBundle = matching(withSigns(/^([2-9]|1\d)\/(¤\d.*)$/), ([bundle, price], { read }) => [
  read(bundle),
  'for',
  read(price),
])

/** `$5/hour`, `60 miles/hour`, `people/km2`: an amount or a plural per something. */
export const readRate = matching(/^(.*\d.*|[a-z]{2,})\/([a-z]+[²³23]?)$/i, ([amount, unit], { manner, read }) => {
  if (!mayBeAmount(amount, unit) || (isCapitals(unit, 1, 1) && !/[a-z]$/.test(amount))) return undefined
  const isPrice = PRICE.test(amount) && isSmall(unit, 3)
  const per = sayPer(unit) ?? (isPrice ? `per ${unit}` : undefined)
  if (per === undefined) return undefined
  const cents = /^\d{1,3}(?:\.\d)?c$/.test(amount) ? amount.replace('c', '¢') : amount
  return [amount === '1x' ? 'once' : readCompoundPart(cents, manner, read), per]
})

const COUNTED_BY = wordList('counted by behind a slash')

/** Figures, a plural, or what is counted by a measure or time: `miles`, `rain/day`. */
function mayBeAmount(amount: string, unit: string): boolean {
  if (/\d|s$|^people$/i.test(amount)) return true
  return /^(?!and|or|night|day|week|month|year)[a-z]{3,}$/i.test(amount) && COUNTED_BY.has(unit.toLowerCase())
}

/** `avg./nt.`, `fee/adult`: an abbreviation or a price per something. */
export const readShortRate = matching(/^([a-z]{2,8})\/([a-z]{2,8})$/, ([top, under]) => {
  const per = findPer(under)
  if (top === 'avg') return per && `${ABBREVIATIONS.get(top)![0]!.say} per ${per}`
  return PRICED.has(top) ? `${top} per ${per ?? under}` : undefined
})

const PRICED = wordList('priced')
