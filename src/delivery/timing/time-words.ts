import type { Segment, SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { WordTime } from '../../timing/word-time.ts'

/** When each of the caller's words is heard: from its first spoken word to its last. In order, one entry a word of the plan. */
export function timeSourceWords(plan: SynthesisPlan, spoken: readonly WordTime[]): readonly WordTime[] {
  const collector = createWordCollector()
  collector.expect(plan.segments)
  const times = collector.collect(spoken)
  if (times.length !== plan.words.length) {
    throw new Error(
      `Cannot time all words of the plan: ${times.length} of ${plan.words.length} were spoken to their end`,
    )
  }
  return times
}

/** Takes spoken words as they come, and returns the caller's words that have ended with them: each once, in order. */
export type WordCollector = {
  /** Announces segments that will be spoken, with all spoken words of their source words. */
  expect(segments: readonly Segment[]): void
  collect(spoken: readonly WordTime[]): readonly WordTime[]
}

export function createWordCollector(): WordCollector {
  const unspoken: number[] = []
  let begun: WordTime | undefined
  return {
    expect(segments) {
      for (const { words } of segments) for (const { source } of words) unspoken[source] = (unspoken[source] ?? 0) + 1
    },
    collect(spoken) {
      return spoken.flatMap((time) => {
        const { word, endSample } = time
        const heard: WordTime = begun?.word === word ? { ...begun, endSample } : time
        unspoken[word]! -= 1
        begun = heard
        return unspoken[word] === 0 ? [heard] : []
      })
    },
  }
}

/** The sentence that each of the caller's words belongs to, by index. */
export function sentenceOfWords(plan: SynthesisPlan): readonly number[] {
  const sentences = plan.words.map(() => 0)
  let sentence = 0
  for (const { words, endsSentence } of plan.segments) {
    for (const { source } of words) sentences[source] = sentence
    if (endsSentence) sentence += 1
  }
  return sentences
}
