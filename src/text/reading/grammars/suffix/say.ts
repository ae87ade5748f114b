import { hasTrait, type Locale } from '../../../english/dialects.ts'
import { sayInPairs } from '../../../english/numbers/say-numbers.ts'
import {
  spellCardinal,
  spellDigits,
  spellNumber,
  spellOrdinal,
  spellYear,
  toPluralWords,
} from '../../../english/numbers/spell-number.ts'
import { findUnit } from '../../../english/units.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { spell } from '../../spoken-word.ts'
import { SUFFIX_MEANINGS } from './meanings.ts'

const MEANINGS = new Map([...SUFFIX_MEANINGS.values()].flatMap((all) => all.map((one) => [one.class, one] as const)))

/** `9.9 million`, `nine meters`, `a ten-meter dive`, `twenty two F`, `the nineties`. */
export const SUFFIX: Sayings = {
  letters: ({ number, suffix }, locale) => `${sayAmount(number!, locale)} ${spell(suffix!)}`,
  'pairs and letters': ({ number, suffix }, locale) => `${sayInPairs(number!, locale)} ${spell(suffix!)}`,
  /** The number of a ticket or a coupon: `54321X`. */
  'digits and letters': ({ number, suffix }) => `${spellDigits(number!)} ${spell(suffix!)}`,
  /** Digits and the key that ends them: `4471#`. */
  keyed: ({ number }, locale) => `${spellDigits(number!)} ${hasTrait(locale, 'pound-key') ? 'pound' : 'hash'}`,
  /** `27L`: the side of a runway whose heading is 270 degrees. */
  runway: ({ number, suffix }) => `${spellDigits(number!)} ${RUNWAY_SIDES[suffix!]}`,
  'runway as a number': ({ number, suffix }, locale) =>
    `${spellCardinal(String(Number(number)), locale)} ${RUNWAY_SIDES[suffix!]}`,
  /** `1x a week`. */
  once: () => 'once',
  /** `2d Cir.`: courts write the endings of ordinals with one letter. */
  ordinal: ({ number }, locale) => spellOrdinal(number!, locale),
  /** A race over `1500m`. */
  'meters in hundreds': ({ number }, locale) => `${sayInPairs(number!, locale)} meters`,
  /** Of a baseball field. */
  base: ({ number }, locale) => `${spellOrdinal(number!, locale)} base`,
  /** `100s of people`. */
  many: ({ number }, locale) => toPluralWords(sayAmount(number!, locale).replace(/^one /, '')),
  plural: ({ number }, locale) =>
    toPluralWords(number!.length === 4 ? spellYear(number!, locale) : sayAmount(number!, locale)),
  'plural in pairs': ({ number }, locale) => toPluralWords(sayInPairs(number!, locale)),
  /** A unit that is written with several letters: `4TB`. */
  unit: ({ number, suffix }, locale) => {
    const { one, many } = findUnit(suffix!)!
    return countAs(number!, one, many, locale)
  },
  'unit, describing': ({ number, suffix }, locale) => `${sayAmount(number!, locale)} ${findUnit(suffix!)!.one}`,
  ...Object.fromEntries(
    [...MEANINGS.values()].flatMap(({ class: name, one, many }) =>
      one === many
        ? [[name, count(many)]]
        : [
            [name, count(many, one)],
            [`${name}, describing`, count(one)],
          ],
    ),
  ),
}

const RUNWAY_SIDES: Readonly<Record<string, string>> = { L: 'left', R: 'right', C: 'center' }

function count(many: string, one = many) {
  return ({ number }: Fields, locale: Locale): string => countAs(number!, one, many, locale)
}

/** `3h 05m`: the zero before what is counted is not said. */
function countAs(number: string, one: string, many: string, locale: Locale): string {
  const amount = number.replace(/^0(?=\d)/, '')
  return `${sayAmount(amount, locale)} ${amount === '1' ? one : many}`
}

function sayAmount(number: string, locale: Locale): string {
  return spellNumber(number, locale) ?? ''
}
