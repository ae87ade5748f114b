import { SPELLED } from '../../../english/acronyms.ts'
import type { Manner } from '../../scene.ts'
import { startsWithDigit } from '../../tokens/token-shape.ts'
import type { PieceReader } from '../piece-reader.ts'
import { readWord } from '../word/read-word.ts'

/** `SAVE-20-NOW`: words in capitals and a figure. */
export const readLoudCode: PieceReader = (text, manner, read) => {
  if (!isLoudCode(text, manner)) return undefined
  const readLoud = (part: string) => readWord(part, { ...manner, shouting: true })
  return text.split('-').flatMap((part) => (startsWithDigit(part) ? read(part, manner) : readLoud(part)))
}

function isLoudCode(text: string, { isWord }: Manner): boolean {
  if (!/^[A-Z]{3,}(?:-(?:\d{1,3}|[A-Z]{2,}))+$/.test(text)) return false
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.length > 1 && words.every((word) => isWord(word) && !SPELLED.has(word))
}
