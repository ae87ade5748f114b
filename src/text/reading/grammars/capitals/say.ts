import { findDayOrMonth, LETTER_DAYS } from '../../../english/calendar.ts'
import { findState } from '../../../english/states.ts'
import type { Sayings } from '../../define-grammar.ts'
import { say, spell, wordOf } from '../../spoken-word.ts'

export const CAPITALS = {
  word: ({ letters }) => [wordOf(letters!)],
  letters: ({ letters }) => spell(letters!),
  /** `Boise, ID`. */
  state: ({ letters }, locale) => say(findState(letters!, locale)!),
  /** `MON CLOSED`, `M–Th 9–5, F 9–4`. */
  calendar: ({ letters }) => findDayOrMonth(letters!) ?? LETTER_DAYS.get(letters!)!,
  /** `5th Ave NW`, `350 N. Main St.`, `turn R`, `2 M, 1 F`. */
  short: ({ letters }) => nameOfLetters(letters!)!,
  /** Par, on the board of a golf course. */
  even: () => 'even',
} satisfies Sayings

const SIDES: Readonly<Record<string, string>> = {
  N: 'north',
  S: 'south',
  E: 'east',
  W: 'west',
  R: 'right',
  L: 'left',
  F: 'female',
  M: 'male',
}

/** `north` for `N`, `east northeast` for `ENE`, `right` for `R`, `female` for `F`. */
export function nameOfLetters(letters: string): string | undefined {
  if (!/^(?:[NSEWRLFM]|[NS][EW]|([NS])\1[EW]|([EW])[NS]\2)$/.test(letters)) return undefined
  const [first, ...rest] = Array.from(letters, (letter) => SIDES[letter]!)
  return rest.length === 2 ? `${first} ${rest.join('')}` : [first, ...rest].join('')
}
