import type { SynthesisPlan } from '../synthesis/synthesis-plan.ts'
import type { WordTime } from '../timing/word-time.ts'

/** When each of the caller's words is heard: from its first spoken word to its last. In order, one entry a word of the plan. */
export function timeSourceWords(plan: SynthesisPlan, spoken: readonly WordTime[]): readonly WordTime[] {
  const times = new Map<number, WordTime>()
  for (const time of spoken) {
    const { word, startSample, endSample } = time
    const known = times.get(word)
    times.set(
      word,
      known === undefined
        ? time
        : {
            word,
            startSample: Math.min(known.startSample, startSample),
            endSample: Math.max(known.endSample, endSample),
          },
    )
  }
  return plan.words.map((_, word) => {
    const time = times.get(word)
    if (time === undefined) throw new Error(`Cannot time word ${word} of the plan: no spoken word belongs to it`)
    return time
  })
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
