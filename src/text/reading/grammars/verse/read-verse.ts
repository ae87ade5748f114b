import { BIBLE_BOOKS } from '../../../english/bible-books.ts'
import { sayInRow } from '../../../english/numbers/say-numbers.ts'
import { spellCardinal } from '../../../english/numbers/spell-number.ts'
import { type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { startsWithCapital, startsWithDigit } from '../../tokens/token-shape.ts'

const VERSE = /^(\d{1,3}):(\d{1,3})(?:[-–](?:(\d{1,3}):)?(\d{1,3}))?$/
const ORDINALS: Readonly<Record<string, string>> = { '1': 'first', '2': 'second', '3': 'third' }

/** `Genesis 1:1-3`, `1 Cor. 13:4`: a chapter and verses behind the book of the Bible that they are in. */
export function readVerse(scene: Scene, index: number): Wording | undefined {
  const { text } = scene.tokens[index]!
  if (ORDINALS[text] !== undefined && isBook(scene, index + 1) && refersToText(scene, index + 2))
    return [say(ORDINALS[text])]
  const [, chapter, first, lastChapter, last] = VERSE.exec(text) ?? []
  if (chapter === undefined || first === undefined || !isBook(scene, index - 1)) return undefined
  const verses = sayInRow([chapter, first], (figure) => spellCardinal(figure, scene.locale))
  const end = [lastChapter, last].flatMap((figure) => (figure === undefined ? [] : spellCardinal(figure, scene.locale)))
  return [say(end.length === 0 ? verses : `${verses} to ${end.join(' ')}`)]
}

/** The whole name of a book behind its abbreviation: `Cor.` in `1 Cor. 13:4`, `Ps. 23`. */
export function readBook(scene: Scene, index: number): Wording | undefined {
  const name = BIBLE_BOOKS.get(scene.tokens[index]!.lower)
  const isReference =
    /^ch(?:ap(?:ter)?)?$/.test(tokenAfter(scene, index)?.lower ?? '') || refersToText(scene, index + 1)
  return name !== undefined && isReference ? [say(name)] : undefined
}

function isBook({ tokens }: Scene, index: number): boolean {
  const token = tokens[index]
  return token !== undefined && BIBLE_BOOKS.has(token.lower) && startsWithCapital(token.text)
}

/** A chapter with a verse, or the number of a psalm. */
function refersToText(scene: Scene, index: number): boolean {
  const token = tokenAfter(scene, index - 1)
  if (token === undefined) return false
  return VERSE.test(token.text) || (/^pss?$/.test(scene.tokens[index - 1]!.lower) && startsWithDigit(token.text))
}
