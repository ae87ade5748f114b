import { say } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'
import { verbalizeFigures } from '../verbalize-figures.ts'

/** `'em`, `'tis`, `'98` and what an apostrophe or underscore leads into. */
export const readLed: PieceReader = (text, manner, read) => {
  if (!/^['_]/.test(text)) return undefined
  const figures = verbalizeFigures(text, manner)
  if (figures !== undefined) return say(figures)
  if (/^'[a-z]+'?$/i.test(text)) return [{ text: text.toLowerCase(), written: text, sound: 'word' }]
  const rest = text.replace(/^['_]+/, '')
  return rest === '' ? undefined : read(rest, manner)
}
