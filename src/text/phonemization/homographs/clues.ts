import { hashText, mix } from '../../tagging/hash.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** Words on each side among which clues count. */
const CLUE_REACH = 40
/** How much clues speak for their sense, in logits. A sure clue outweighs all that the model may say. */
const NEAR_WEIGHT = 0.9
const BESIDE_WEIGHT = 1.2
const SURE_WEIGHT = 12

const NEAR = hashText('')
const AFTER = hashText('>')
const BEFORE = hashText('<')
const SURELY_AFTER = hashText('=>')
const SURELY_BEFORE = hashText('=<')
const JOINED_AFTER = hashText('->')
const JOINED_BEFORE = hashText('-<')

/** The hash of a clue as data/lexicon/homographs.tsv writes it. */
export function hashClue(clue: string): number {
  const [, place, word] = /^([=-]?[<>]|)(.*)$/.exec(clue)!
  return mix(hashText(place!), hashText(word!))
}

/** How much those of some clues that are near the word at `index` of a sentence speak for their sense, in logits; 0 if none is. */
export function scoreClues(clues: ReadonlySet<number>, sentence: HomographSentence, index: number): number {
  if (clues.size === 0) return 0
  const scoreAt = (at: number, place: number, weight: number): number =>
    clues.has(mix(place, sentence.textAt(at))) ? weight : 0
  const { words } = sentence
  const { source, boundary } = words[index]!
  const [previous, next] = [words[index - 1], words[index + 1]]
  let score = 0
  if (next !== undefined && boundary === undefined)
    score += scoreAt(index + 1, AFTER, BESIDE_WEIGHT) + scoreAt(index + 1, SURELY_AFTER, SURE_WEIGHT)
  if (previous !== undefined && previous.boundary === undefined)
    score += scoreAt(index - 1, BEFORE, BESIDE_WEIGHT) + scoreAt(index - 1, SURELY_BEFORE, SURE_WEIGHT)
  if (next?.source === source) score += scoreAt(index + 1, JOINED_AFTER, SURE_WEIGHT)
  if (previous?.source === source) score += scoreAt(index - 1, JOINED_BEFORE, SURE_WEIGHT)
  const end = Math.min(words.length, index + CLUE_REACH)
  for (let i = Math.max(0, index - CLUE_REACH); i < end; i++) {
    const isNear = clues.has(mix(NEAR, sentence.textAt(i))) || clues.has(mix(NEAR, sentence.stemAt(i)))
    if (isNear && i !== index) score += NEAR_WEIGHT
  }
  return score
}
