import { findCertainSense } from './certain-senses.ts'
import type { Homograph, HomographSense } from './homograph.ts'
import { describeFeatures } from './homograph-features.ts'
import type { HomographModel } from './homograph-model.ts'
import { createRuleScorer } from './homograph-rules.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/**
 * The reading of the homograph at `index`, by the words around it. If these leave several, adds up a linear model over features of
 * the sentence, a few rules about parts of speech and clue words, as in Gorman et al., "Improving homograph disambiguation with
 * supervised machine learning" (2018). The first reading wins a tie.
 */
export function resolveHomograph(
  senses: Homograph,
  { sentence, index, model }: { sentence: HomographSentence; index: number; model: HomographModel },
): HomographSense {
  const certain = findCertainSense(senses, sentence, index)
  if (certain !== undefined) return certain
  const features = describeFeatures(sentence, index)
  const rules = createRuleScorer(sentence, index)
  const scored = model.readingsOf(sentence.words[index]!.text, senses).map((reading) => ({
    sense: reading.senses[0]!,
    score: model.score(reading, features) + rules(reading),
  }))
  return scored.reduce((best, reading) => (reading.score > best.score ? reading : best)).sense
}
