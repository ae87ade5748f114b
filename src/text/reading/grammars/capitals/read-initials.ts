import { findClosing } from '../../../english/abbreviations.ts'
import { CHAT_WORDS } from '../../../english/chat-words.ts'
import { say, spell } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `U.S.A` with its last stop outside; `P.M.s`. */
export const readDottedLetters: PieceReader = (text) => {
  if (!/^(?:[A-Za-z]\.)+[A-Za-z](?:\.?'?s)?$/.test(text)) return undefined
  const ending = text.endsWith('s') && !text.endsWith('.s') ? "'s" : ''
  const letters = text.replace(/\.?'?s$/, (tail) => (ending === '' ? tail : '')).replaceAll('.', '')
  return say(spell(letters) + ending)
}

/** `AT&T`, `R&D`, `B&B`: the letters are spelled, longer words read. */
export const readAmpersand: PieceReader = (text, manner, read) => {
  if (!/^[A-Za-z]+(?:&[A-Za-z]+)+$/.test(text)) return undefined
  return text.split('&').flatMap((side, i) => {
    const isShort = side.length > 2 && !/^[A-Z]{2}/.test(side) && !manner.isWord(side.toLowerCase())
    const short = isShort ? expand(side.toLowerCase()) : /^[A-Z]s$/.test(side) ? `${side[0]}'s` : undefined
    const words = short !== undefined ? say(short) : side.length === 1 ? say(spell(side)) : read(side, manner)
    return i === 0 ? words : [...say('and'), ...words]
  })
}

/** Expands shorthand or an abbreviation: `thx`, `mgmt`. */
function expand(lower: string): string | undefined {
  return CHAT_WORDS.get(lower) ?? findClosing(lower)
}
