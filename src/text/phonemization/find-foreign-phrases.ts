import { foldLetters } from '../english/fold-letters.ts'
import { FOREIGN_PHRASES, type ForeignPhrase } from '../english/foreign-phrases.ts'
import type { NormalizedWord } from '../normalization/normalized-text.ts'
import type { Pronunciation } from './lexicon/lexicon.ts'

/** The sounds of the words of a sentence that belong to a foreign phrase, by the index of the word. */
export function findForeignPhrases(words: readonly NormalizedWord[]): ReadonlyMap<number, Pronunciation> {
  const sounds = new Map<number, Pronunciation>()
  for (let index = 0; index < words.length; index++) {
    const phrase = FOREIGN_PHRASES.get(words[index]!.text)?.find((candidate) => isAt(candidate, words, index))
    for (const [i, sound] of (phrase?.sounds ?? []).entries()) sounds.set(index + i, sound)
    if (phrase !== undefined) index += phrase.words.length - 1
  }
  return sounds
}

/** Whether the words of a phrase begin at `index`, without a pause between them and without sounds of the caller's. */
function isAt({ words: phrase }: ForeignPhrase, words: readonly NormalizedWord[], index: number): boolean {
  return phrase.every((text, i) => {
    const word = words[index + i]
    const isLast = i === phrase.length - 1
    if (word === undefined || typeof word.sound !== 'string') return false
    return foldLetters(word.text) === text && (isLast || word.boundary === undefined)
  })
}
