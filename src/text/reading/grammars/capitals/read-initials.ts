import { findClosing } from '../../../english/abbreviations.ts'
import { CHAT_WORDS } from '../../../english/chat-words.ts'
import { anyOf } from '../../../english/word-list.ts'
import { say, spell } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `Ph.D`, `M.Ed`, `LL.M`, `B.Sc.Hons`: a degree without its last stop, of single capitals and parts of one. */
export const DEGREE = new RegExp(`^(?=.*[A-Za-z]{2})(?:(?:[A-Z]|${anyOf('parts of degrees')})(?:\\.|$)){2,4}(?<!\\.)$`)

/** Each part of a degree is a word if it has a vowel: `M.Ed` as _M ed_. */
export const readDegree: PieceReader = (text) => {
  if (!DEGREE.test(text)) return undefined
  return say(
    text
      .split('.')
      .map((part) => (part.length > 2 || /^[AE]/.test(part) ? part.toLowerCase() : spell(part)))
      .join(' '),
  )
}

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
    const isShort = side.length > 2 && !manner.isWord(side.toLowerCase())
    const short = isShort ? expand(side.toLowerCase()) : /^[A-Z]s$/.test(side) ? `${side[0]}'s` : undefined
    const words = short !== undefined ? say(short) : side.length === 1 ? say(spell(side)) : read(side, manner)
    return i === 0 ? words : [...say('and'), ...words]
  })
}

/** Expands shorthand or an abbreviation: `thx`, `mgmt`. */
function expand(lower: string): string | undefined {
  return CHAT_WORDS.get(lower) ?? findClosing(lower)
}
