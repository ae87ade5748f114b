import type { Locale } from '../../english/dialects.ts'
import { sayInRow } from '../../english/numbers/say-numbers.ts'
import { spellCardinal, spellDigits } from '../../english/numbers/spell-number.ts'
import type { Fields } from '../candidate.ts'
import { verbalizeDate, verbalizeMonthAndDay } from './date/verbalize-date.ts'

/** How a class of figures is said, in the notation of `say`. */
type Saying = (fields: Fields, locale: Locale) => string
type SayFigure = (figure: string, locale: Locale) => string

/** Digit by digit. */
export const sayDigits: SayFigure = (figure) => spellDigits(figure)

/** The figures of a form in their order, whatever its grammar calls them. */
export function figuresOf({ figures, first, second, third, whole, part }: Fields): readonly string[] {
  return figures?.split(/[-. ]/) ?? [first ?? whole, second ?? part, third].filter((one) => one !== undefined)
}

/** Each figure said in the same way, with something between. */
export function each(sayFigure: SayFigure, between = ' '): Saying {
  return (fields, locale) =>
    figuresOf(fields)
      .map((one) => sayFigure(one, locale))
      .join(between)
}

/** Numbers with a word between: `ten to two`. */
export function link(word: string): Saying {
  return each(spellCardinal, ` ${word} `)
}

/** Each figure said in the same way, with a short pause where two of them would sound like one number. */
export function inRow(sayFigure: SayFigure): Saying {
  return (fields, locale) => sayInRow(figuresOf(fields), (one) => sayFigure(one, locale))
}

/** A date in the order of the dialect, or in the only possible one. */
export const sayDate: Saying = (fields, locale) => verbalizeMonthAndDay(figuresOf(fields), locale)!

/** A date in the order that the dialect does not use. */
export const sayOtherDate: Saying = (fields, locale) => {
  const [first, second, ...year] = figuresOf(fields)
  return verbalizeMonthAndDay([second!, first!, ...year], locale)!
}

/** A date whose figures have an order of their own: `dmy`, `ymd`. */
export function dateIn(order: string): Saying {
  return (fields, locale) => {
    const figure = (part: string) => figuresOf(fields)[order.indexOf(part)]
    return verbalizeDate({ day: Number(figure('d')), month: Number(figure('m')), year: figure('y') }, { locale })
  }
}
