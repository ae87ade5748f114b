import type { Locale } from '../../../english/dialects.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'

const PIECES: Readonly<Record<string, string>> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' }
const CHECKS: Readonly<Record<string, string>> = { '+': 'check', '#': 'checkmate' }
/** A move, perhaps behind its number: `Nf3`, `exd5`, `14.Nf5`, `23...Rfe8`, `e8=Q+`. */
const MOVE = /^(?:(\d{1,3})\.{1,3})?(?:([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h])([1-8])(?:=([QRBN]))?|O-O(-O)?)([+#]?)$/
/** A capture, a check, a promotion, castling, a numbered piece: nothing else looks like these. */
const SURE = /^(?=.*[x+#=]|O-O|\d+\.+[KQRBNO])/

export function isMove(text: string): boolean {
  return text.length > 1 && text.length < 13 && MOVE.test(text)
}

/** Nothing but a move is written so; `e4` may be a seat. */
export function isSureMove(text: string): boolean {
  return isMove(text) && SURE.test(text)
}

/** The words of a move: `14.Nxf5` as `fourteen, knight takes F five`. */
export function sayMove(move: string, locale: Locale): string {
  const [, number = '', piece = '', from = '', capture, file = '', rank = '', promoted, long, check = ''] =
    MOVE.exec(move)!
  const square = (name: string) =>
    Array.from(name, (sign) => (/\d/.test(sign) ? spellCardinal(sign, locale) : sign.toUpperCase())).join(' ')
  const words = [
    number && `${spellCardinal(number, locale)},`,
    file === '' ? `castles${long === undefined ? '' : ' queenside'}` : (PIECES[piece] ?? ''),
    square(from),
    capture && 'takes',
    square(file + rank),
    promoted && PIECES[promoted],
    CHECKS[check],
  ]
  return words.filter((word) => word).join(' ')
}
