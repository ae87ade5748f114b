import { DOTLESS_TITLES } from '../../../english/abbreviations.ts'
import { CHAT_WORDS, LOUD_CHAT_WORDS } from '../../../english/chat-words.ts'
import { isCapitalized, type Scene, tokenAfter, type Wording } from '../../scene.ts'
import { say } from '../../spoken-word.ts'
import { startsWithCapital, startsWithDigit, startsWithSmall } from '../../tokens/token-shape.ts'

/** Shorthand of messages: `plz call tmrw`, `gr8`. */
export function readChat(scene: Scene, index: number): Wording | undefined {
  const { text, lower } = scene.tokens[index]!
  const word = CHAT_WORDS.get(lower)
  if (word === undefined) return undefined
  if (DOTLESS_TITLES.has(lower) && startsWithCapital(text) && isCapitalized(tokenAfter(scene, index))) return undefined
  const isSmall = startsWithSmall(text) || (startsWithDigit(text) && text === lower)
  const isLoud = /^[A-Z\d]+$/.test(text) && LOUD_CHAT_WORDS.has(lower)
  const isFirst = /^(?:[A-Z][a-z]{2,}|[A-Z][a-z]+\d|[HDTS]x)$/.test(text) && !scene.isWord(lower)
  const isContraction = /^[A-Z][a-z]+$/.test(text) && word.includes("'") && !word.includes(' ')
  return isSmall || isLoud || isFirst || isContraction ? [say(word)] : undefined
}
