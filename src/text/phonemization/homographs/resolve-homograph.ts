import type { Homograph, HomographSense } from './homograph.ts'
import { describeFeatures } from './homograph-features.ts'
import type { HomographModel } from './homograph-model.ts'
import { createRuleScorer } from './homograph-rules.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/**
 * The reading of the homograph at `index`, by the words around it. The first reading wins a tie. Adds up a linear model over
 * features of the sentence, a few rules about parts of speech and clue words, as in Gorman et al., "Improving homograph
 * disambiguation with supervised machine learning" (2018).
 */
export function resolveHomograph(
  senses: Homograph,
  { sentence, index, model }: { sentence: HomographSentence; index: number; model: HomographModel },
): HomographSense {
  const features = describeFeatures(sentence, index)
  const rules = createRuleScorer(sentence, index)
  const scored = model.readingsOf(sentence.words[index]!.text, senses).map((reading) => ({
    sense: reading.senses[0]!,
    score: model.score(reading, features) + rules(reading),
  }))
  return scored.reduce((best, reading) => (reading.score > best.score ? reading : best)).sense
}
