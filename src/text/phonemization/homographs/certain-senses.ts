import { findCompoundSense } from './compound-senses.ts'
import type { Homograph, HomographSense } from './homograph.ts'
import type { HomographSentence } from './homograph-sentence.ts'
import { findUseOfUsed } from './used-to.ts'

/** The sense of the homograph at `index` if a compound or the grammar leaves no other: `bass fishing`, `a tool used to cut stone`. */
export function findCertainSense(
  senses: Homograph,
  sentence: HomographSentence,
  index: number,
): HomographSense | undefined {
  const use = findUseOfUsed(sentence, index)
  if (use !== undefined) return senses.find(({ phonemes }) => phonemes.includes('Z') === (use === 'purpose'))
  return findCompoundSense(senses, sentence.words, index)
}
