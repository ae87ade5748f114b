import { spellPairs } from '../../../english/numbers/spell-number.ts'
import { wordSet } from '../../../english/word-set.ts'
import type { Scene, Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'

/** Sections of American law that are spoken of as plans and charities. */
const LAW_SECTIONS = wordSet('401 403 457 501 527 529')

/** `401(k)s`: the letter in brackets takes the ending. */
export function readLawPlural({ tokens, locale }: Scene, index: number): Wording | undefined {
  const { text } = tokens[index]!
  const [letter, ending] = tokens.slice(index + 1, index + 3)
  if (!LAW_SECTIONS.has(text) || ending?.text !== 's') return undefined
  const words = say(spellPairs(text, locale))
  return [words.slice(0, 1), words.slice(1), say(`${letter!.text.toUpperCase()}'s`)]
}
