import { DEFAULT_LOCALE } from '../../english/dialects.ts'
import { SPECIAL_WORDS } from '../../english/special-words.ts'
import type { Manner } from '../scene.ts'
import { type SpokenWord, say } from '../spoken-word.ts'
import { shapeOf } from '../tokens/token-shape.ts'
import { PIECES, readFirst } from './pieces.ts'
import { readMixed } from './read-mixed.ts'
import { readWeb } from './web/read-web.ts'
import { readPlainWord, readWord } from './word/read-word.ts'

/** Longer tokens are no figures, names or addresses; they are read part by part in linear time. */
const LONGEST_SPECIAL = 120

/** Reads one written token without its neighbours: at least one spoken word, whatever it is. */
export function readPiece(written: string, manner: Manner): readonly SpokenWord[] {
  const shape = shapeOf(written)
  if (shape === 'lower' || shape === 'capitalized') return readPlainWord(written, manner)
  const text = /[./×]/.test(written) ? tidyMarks(written) : written
  if (/^[A-Za-z]+(?:'[A-Za-z]*)*$/.test(text)) return readWord(text, manner)
  if (text.length > LONGEST_SPECIAL) return atLeastOne(readMixed(text, manner), text)
  const special = SPECIAL_WORDS.get(text)
  if (special !== undefined) return say(special)
  return atLeastOne(readFirst(PIECES, text, manner, readPiece) ?? readMixed(text, manner), text)
}

/** Drops the stops of abbreviations that the rest of a token shows, as in `sq.,` and `dr.'s`, and makes a letter of the sign in `2×/day`. */
function tidyMarks(written: string): string {
  return written
    .replace(/\/sq\.?,(?=[a-z])/, '/sq')
    .replace(/(?<=[a-z]{2})\.'s$/, "'s")
    .replace(/^([a-z]{2,})\.(?=\/[a-z]{2,}$)/, '$1')
    .replace(/(?<=\d)×(?=\/[a-z])/, 'x')
}

/** No written token may fall silent: what has no reading is spelled sign by sign. */
function atLeastOne(words: readonly SpokenWord[], text: string): readonly SpokenWord[] {
  if (words.length > 0) return words
  return readWeb(text, { locale: DEFAULT_LOCALE, isWord: () => true, shouting: false })
}
