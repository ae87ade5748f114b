import { wordList } from '../../../english/word-list.ts'
import { say, spell } from '../../spoken-word.ts'
import type { PieceReader } from '../piece-reader.ts'

/** `ID#`, `acct#`, but not the keys `F#` and `C#`. */
export const readLabel: PieceReader = (text, manner, read) => {
  const labelled = /^([A-Za-z]+)#$/.exec(text)?.[1]
  if (labelled === undefined || /^[A-G]$|^[cf]$/.test(labelled)) return undefined
  return [...read(labelled, manner), ...say('number')]
}

/** `~3×10`. */
export const readAbout: PieceReader = (text, manner, read) =>
  /^~[-.\d]/.test(text) && /[×^*]/.test(text) ? [...say('about'), ...read(text.slice(1), manner)] : undefined

/** `A+`, `18+`, `Disney+`, `C#`: the sign behind is said after the rest. */
export const readTailed: PieceReader = (text, manner, read) => {
  const [, stem, tail] = /^(.*[A-Za-z0-9])([+#]{1,2})$/.exec(text) ?? []
  if (stem === undefined || tail === undefined) return undefined
  const lead = /^[A-Za-z]$/.test(stem) || ELEMENTS.has(stem) ? say(spell(stem)) : read(stem, manner)
  return [...lead, ...say(tail.replaceAll('+', ' plus').replaceAll('#', ' sharp').trim())]
}

const ELEMENTS = wordList('elements before a sign')
