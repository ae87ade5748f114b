import type { Locale } from '../../../english/dialects.ts'
import { spellCardinal, spellNumber } from '../../../english/numbers/spell-number.ts'
import { findUnit, type Unit } from '../../../english/units.ts'
import type { Fields } from '../../candidate.ts'
import type { Sayings } from '../../define-grammar.ts'
import { spell } from '../../spoken-word.ts'
import { findFraction, verbalizeFraction, verbalizePartOf } from '../slash/verbalize-fraction.ts'
import { SUFFIX_MEANINGS } from '../suffix/meanings.ts'
import { isSingular, verbalizeQuantityNumber } from './verbalize-measure.ts'

/** `twelve ounces`, `a twelve-ounce can`, `plan five B`. */
export const MEASURE: Sayings = {
  letters: ({ number, suffix }, locale) => `${sayAmount(number!, locale)} ${spell(suffix!)}`,
  unit: ({ number, suffix }, locale) => {
    const { one, many } = findUnit(suffix!)!
    return `${sayAmount(number!, locale)} ${isSingular(number!) ? one : many}`
  },
  /** Two of a kind: `28/34 mpg`, `50/60 Hz`. */
  both: ({ number, suffix }, locale) => `${sayBoth(number!, ', ', locale)} ${findUnit(suffix!)!.many}`,
  /** `15.2/16 GB`. */
  part: ({ number, suffix }, locale) => `${sayBoth(number!, ' of ', locale)} ${findUnit(suffix!)!.many}`,
  /** `half an inch`. */
  'part of': (fields, locale) => sayPart(fields, locale)!,
  /** `three quarter inch plywood`. */
  'part, describing': (fields, locale) => sayPartDescribing(fields, locale),
  'unit, describing': ({ number, suffix }, locale) => `${sayAmount(number!, locale)} ${findUnit(suffix!)!.one}`,
  ...Object.fromEntries(
    [...SUFFIX_MEANINGS.values()].flatMap((all) =>
      all.flatMap(({ class: name, one, many }) => [
        [name, count(one, many)],
        ...(one === many ? [] : [[`${name}, describing`, count(one, one)] as const]),
      ]),
    ),
  ),
}

function count(one: string, many: string) {
  return ({ number }: Fields, locale: Locale): string =>
    `${sayAmount(number!, locale)} ${isSingular(number!) ? one : many}`
}

function sayBoth(number: string, link: string, locale: Locale): string {
  return number
    .split('/')
    .map((one) => spellNumber(one, locale))
    .join(link)
}

/** `three quarters of an inch`; undefined if the number is no part of one. */
export function sayPart({ number, suffix }: Fields, locale: Locale): string | undefined {
  const [fraction, unit] = [findFraction(number!), findMeasure(suffix!)]
  return fraction === undefined || unit === undefined ? undefined : verbalizePartOf(fraction, unit.one, { locale })
}

function sayPartDescribing({ number, suffix }: Fields, locale: Locale): string {
  const fraction = findFraction(number!)!
  const part =
    fraction.denominator === 2 ? 'half' : verbalizeFraction(fraction, { locale }).replace(/s$|^one (?=quarter)/, '')
  return `${part} ${findMeasure(suffix!)!.one}`
}

/** What there are parts of: a pint, and no point. */
function findMeasure(suffix: string): Unit | undefined {
  return SUFFIX_MEANINGS.get(suffix)?.find(({ one, many }) => one !== many) ?? findUnit(suffix)
}

/** The number of a measure: also a range, a fraction, `about`. */
export function sayAmount(number: string, locale: Locale): string | undefined {
  const [, first, last] = /^(\d{1,4})[-–](\d{1,4})$/.exec(number) ?? []
  if (first !== undefined && last !== undefined)
    return `${spellCardinal(first, locale)} to ${spellCardinal(last, locale)}`
  return verbalizeQuantityNumber(number, { locale })
}
