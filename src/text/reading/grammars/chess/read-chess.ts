import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { anyOf, wordList } from '../../../english/word-list.ts'
import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const PIECES: Readonly<Record<string, string>> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' }
const CHECKS: Readonly<Record<string, string>> = { '+': 'check', '#': 'checkmate' }
/** A move, perhaps behind its number: `Nf3`, `exd5`, `14.Nf5`, `23...Rfe8`, `e8=Q+`. */
const MOVE = /^(?:(\d{1,3})\.{1,3})?(?:([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h])([1-8])(?:=([QRBN]))?|O-O(-O)?)([+#]?)$/
/** A capture, a check, a promotion, castling, a numbered piece: nothing else looks like these. */
const SURE = /^(?=.*[x+#=]|O-O|\d+\.+[KQRBNO])/
/** A piece and its square, but for the mark `Ba2` and other symbols of elements, and the chord `Bb7`. */
const PIECE_TO_SQUARE = new RegExp(`^(?!(?:Bb|${anyOf('symbols of elements')})\\d)[KQRBN][a-h][1-8]$`)

/** Moves of chess: those that look like nothing else anywhere, `e4` and `Be7` beside another move or a word of the game. */
export function readChess(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text.length < 2 || text.length > 12) return undefined
  const [move, number = '', piece = '', from = '', capture, file = '', rank = '', promoted, long, check = ''] =
    MOVE.exec(text) ?? []
  if (move === undefined || !(isSure(text) || speaksOfChess(scene, index, number !== ''))) return undefined
  const square = (name: string) =>
    Array.from(name, (sign) => (/\d/.test(sign) ? spellCardinal(sign, scene.locale) : sign.toUpperCase())).join(' ')
  const words = [
    number && `${spellCardinal(number, scene.locale)},`,
    file === '' ? `castles${long === undefined ? '' : ' queenside'}` : (PIECES[piece] ?? ''),
    square(from),
    capture && 'takes',
    square(file + rank),
    promoted && PIECES[promoted],
    CHECKS[check],
  ]
  return [say(words.filter((word) => word).join(' '))]
}

function isSure(text: string): boolean {
  return (SURE.test(text) || PIECE_TO_SQUARE.test(text)) && MOVE.test(text)
}

/** Another token nearby is a move that is sure, or a word of the game; beside the number of a move, any move. */
function speaksOfChess(scene: Scene, index: number, isNumbered: boolean): boolean {
  const here = scene.tokens[index]
  return near(scene, index, 8).some(
    (token) =>
      token !== here &&
      (isSure(token.text) || (isNumbered && MOVE.test(token.text)) || WORDS_OF_CHESS.has(token.lower)),
  )
}

const WORDS_OF_CHESS = wordList('words of chess')
