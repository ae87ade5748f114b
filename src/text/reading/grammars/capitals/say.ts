import { say, spell, wordOf } from '../../../normalization/spoken-word.ts'
import { DAYS, findMonthName, MONTHS } from '../../../normalization/tables/calendar.ts'
import { STATES } from '../../../normalization/tables/states.ts'
import type { Sayings } from '../../define-grammar.ts'

export const CAPITALS = {
  word: ({ letters }) => [wordOf(letters!)],
  letters: ({ letters }) => spell(letters!),
  /** `Boise, ID`. */
  state: ({ letters }) => say(STATES.get(letters!)!),
  /** `MON CLOSED`. */
  calendar: ({ letters }) => {
    const short = letters!.toLowerCase()
    return say(DAYS.get(short) ?? findMonthName(MONTHS.get(short)!)!)
  },
} satisfies Sayings
