import type { Pronunciations } from '../markup/tree/markup-tree.ts'
import { parseRespelling } from '../respelling/parse-respelling.ts'

const WORD = /\S+/g
const COLONS = /^::(.*)::$/s

/**
 * The sounds of a phonetic replacement: respellings separated by spaces, with or without colons around each or around
 * all. Throws MarkupSyntaxError with the offset in `text`.
 */
export function parsePhoneticText(text: string): Pronunciations {
  const whole = text.trim()
  const start = text.indexOf(whole)
  const around = COLONS.exec(whole)?.[1]
  const isOnePair = around !== undefined && around !== '' && !around.includes('::')
  const letters = isOnePair ? around : whole
  const offset = isOnePair ? start + 2 : start
  const words = [...letters.matchAll(WORD)].map(({ 0: word, index }) => {
    const inner = COLONS.exec(word)?.[1]
    return inner === undefined ? parseRespelling(word, offset + index) : parseRespelling(inner, offset + index + 2)
  })
  return words.length > 0 ? words : [parseRespelling('', offset)]
}
