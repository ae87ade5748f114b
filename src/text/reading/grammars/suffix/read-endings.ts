import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { matching } from '../piece-reader.ts'

/** `3yo`, `12-y/o`. */
export const readAge = matching(
  /^(\d{1,3})-?y[-/.]?o$/i,
  ([years], { manner }) => `${spellCardinal(years, manner.locale)} year old`,
)

/** `49ers`, `68er`. */
export const readPlayers = matching(
  /^(\d{1,3})(ers?)$/,
  ([figure, ending], { manner }) => spellCardinal(figure, manner.locale).replace(/e$/, '') + ending,
)
