import { withSigns } from '../../../english/currency-pattern.ts'
import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'
import { splitUnknown } from '../word/split-joined-words.ts'
import { readWeb } from './read-web.ts'

const DECIMAL_OR_SUM = withSigns(/[\d]\.\d|^¤/)
const FILE_NAME = /^[\w~-]+(?:\.[\w-]+)*\.(?:[a-z]{2,4}|[a-z]{1,3}\d|md|js|ts|py|c|h)$/i

/** `example.com`, `report_final.pdf`, `Node.js`, `word.word`: the stop is a dot. */
export const readDots: PieceReader = (text, manner, read) => {
  if (!text.includes('.') || DECIMAL_OR_SUM.test(text) || !/[A-Za-z]/.test(text)) return undefined
  if (!FILE_NAME.test(text)) return readWeb(text, manner)
  const cut = text.lastIndexOf('.')
  const stem = text.slice(0, cut)
  const joined = splitUnknown(stem, manner.isWord)
  return [...(joined === undefined ? read(stem, manner) : say(joined)), ...readWeb(text.slice(cut), manner)]
}
