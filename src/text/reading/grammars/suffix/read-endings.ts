import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `3yo`, `12-y/o`. */
export const readAge: PieceReader = (text, { locale }) => {
  const aged = /^(\d{1,3})-?y[-/.]?o$/i.exec(text)?.[1]
  return aged === undefined ? undefined : say(`${spellCardinal(aged, locale)} year old`)
}

/** `49ers`, `68er`. */
export const readPlayers: PieceReader = (text, { locale }) => {
  const [, figure, ending] = /^(\d{1,3})(ers?)$/.exec(text) ?? []
  return figure === undefined ? undefined : say(spellCardinal(figure, locale).replace(/e$/, '') + ending)
}
