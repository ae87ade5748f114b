import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { defineGrammar } from '../../define-grammar.ts'
import { USUAL } from '../../question.ts'
import { isMove, isSureMove, sayMove } from './say-move.ts'

/** `e4` is a move of chess or a seat, `Nd5` a move or a code, `Bb7` a move, a chord or a note. */
export const chessGrammar = defineGrammar({
  name: 'chess',
  sayings: {
    move: ({ written }, locale) => sayMove(written!, locale),
    note: ({ written }, locale) => `${written![0]} flat ${spellCardinal(written!.slice(2), locale)}`,
  },
  safest: USUAL,
  findShape: (written) => {
    if (!isMove(written) || isSureMove(written)) return undefined
    return { fields: { written }, classes: /^[A-G]b/.test(written) ? ['move', 'note'] : ['move'] }
  },
})
