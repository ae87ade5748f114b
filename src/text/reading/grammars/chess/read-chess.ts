import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { wordList } from '../../../english/word-list.ts'
import { near, type Scene, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

const PIECES: Readonly<Record<string, string>> = { K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight' }
/** A capture or a check, which nothing else looks like: `Qxf7`, `exd5`, `gxh8=Q`, `Bb4+`. */
const SURE = /^(?:(?:[KQRBN][a-h]?[1-8]?|[a-h])x[a-h][1-8](?:=[QRBN])?[+#]?|[KQRBN][a-h]?[1-8]?[a-h][1-8][+#])$/
const MOVE = /^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h])([1-8])(?:=([QRBN]))?([+#]?)$/
const CASTLING = /^O-O(?:-O)?$/

/** Moves of chess: captures, checks and castling anywhere, `Nf3` and `e4` beside another move or a word of the game. */
export function readChess(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (text.length < 2 || text.length > 8) return undefined
  if (CASTLING.test(text)) {
    return [say(text.length > 3 ? 'castles queenside' : 'castles')]
  }
  const [, piece = '', from = '', capture = '', file, rank, promoted, check] = MOVE.exec(text) ?? []
  if (file === undefined || rank === undefined) return undefined
  if (!SURE.test(text) && !speaksOfChess(scene, index)) return undefined
  const square = (name: string) =>
    Array.from(name, (sign) => (/\d/.test(sign) ? spellCardinal(sign, scene.locale) : sign.toUpperCase())).join(' ')
  const words = [
    PIECES[piece] ?? '',
    square(from),
    capture === '' ? '' : 'takes',
    square(file + rank),
    promoted === undefined ? '' : PIECES[promoted],
    check === '+' ? 'check' : check === '#' ? 'checkmate' : '',
  ]
  return [say(words.filter((word) => word !== '').join(' '))]
}

/** Another token nearby is a move that is sure, or a word of the game. */
function speaksOfChess(scene: Scene, index: number): boolean {
  const here = scene.tokens[index]
  return near(scene, index, 8).some(
    (token) => token !== here && (SURE.test(token.text) || WORDS_OF_CHESS.has(token.lower)),
  )
}

const WORDS_OF_CHESS = wordList('words of chess')
