import { say } from '../../spoken-word.ts'
import { spellCode } from '../code/spell-code.ts'
import type { PieceReader } from '../piece-reader.ts'
import { splitUnknown } from '../word/split-joined-words.ts'

/** `#1` is a number, `#ThrowbackThursday` a hashtag, `@home` a handle, `#ff8800` a color. */
export const readTag: PieceReader = (text, manner, read) => {
  if (!/^[#@]/.test(text)) return undefined
  const rest = text.slice(1)
  if (/^#(?:[\da-f]{3}|[\da-f]{6}|[\dA-F]{6})$/.test(text) && /[a-f]/i.test(text) && !manner.isWord(rest))
    return say(`hash ${spellCode(rest)}`)
  const isNumber = /^(?=.*\d)[\dA-Z,.-]+$/.test(rest) && !/^[A-Z]{3,}\d{1,4}$/.test(rest)
  const lead = text.startsWith('@') ? 'at' : isNumber ? 'number' : 'hashtag'
  const joined = splitUnknown(rest, manner.isWord)
  if (joined !== undefined) return say(`${lead} ${joined}`)
  return [...say(lead), ...read(rest, manner)]
}
