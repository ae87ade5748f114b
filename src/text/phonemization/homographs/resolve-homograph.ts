import { scoreClues } from './clues.ts'
import type { Homograph, HomographSense } from './homograph.ts'
import { describeFeatures } from './homograph-features.ts'
import type { HomographModel } from './homograph-model.ts'
import type { HomographSentence } from './homograph-sentence.ts'
import type { HomographReading } from './list-readings.ts'

/** The word at `index` of a sentence. */
type Place = { readonly sentence: HomographSentence; readonly index: number }

/**
 * The reading of the homograph at `index`, by the words around it: the highest sum of the weights of its features and of its clues,
 * as in Gorman et al., "Improving homograph disambiguation with supervised machine learning" (2018). The first reading wins a tie.
 */
export function resolveHomograph(
  senses: Homograph,
  { sentence, index, model }: Place & { readonly model: HomographModel },
): HomographSense {
  const features = describeFeatures(sentence, index)
  const scored = model.readingsOf(sentence.words[index]!.text, senses).map((reading) => ({
    sense: reading.senses[0]!,
    score: model.score(reading, features) + scoreByClues(reading, { sentence, index }),
  }))
  return scored.reduce((best, reading) => (reading.score > best.score ? reading : best)).sense
}

/** What its clues add to the score of a reading, in logits; -Infinity if it lacks a clue that it needs. */
export function scoreByClues({ clues, needsClue }: HomographReading, { sentence, index }: Place): number {
  const score = scoreClues(clues, sentence, index)
  return needsClue && score === 0 ? Number.NEGATIVE_INFINITY : score
}
