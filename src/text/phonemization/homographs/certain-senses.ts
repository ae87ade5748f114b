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
  for (const clue of listDecisiveClues(sentence, index)) {
    const sense = senses.find(({ clues }) => clues.includes(clue))
    if (sense !== undefined) return sense
  }
  return undefined
}

/** What the words beside the homograph are as clues that decide by themselves, the closest first. */
function listDecisiveClues({ words }: HomographSentence, index: number): readonly string[] {
  const [previous, here, next] = [words[index - 1], words[index]!, words[index + 1]]
  const clues: string[] = []
  if (next?.source === here.source) clues.push(`->${next.text}`)
  if (previous?.source === here.source) clues.push(`-<${previous.text}`)
  if (previous !== undefined && previous.boundary === undefined) clues.push(`=<${previous.text}`)
  if (next !== undefined && here.boundary === undefined) clues.push(`=>${next.text}`)
  if (next?.source === here.source) clues.push('->*')
  return clues
}
