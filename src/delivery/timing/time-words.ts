import type { Segment, SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import { type PhoneTime, SILENCE } from '../../timing/phones/phone-time.ts'
import { timePhones } from '../../timing/phones/time-phones.ts'
import type { WordTime } from '../../timing/word-time.ts'

/** When one of the caller's words is heard: from its first spoken word to its last. */
export type SourceWordTime = Omit<WordTime, 'phoneEnds'> & {
  /** Its sounds in order, without gaps: a pause between its spoken words is one of them. */
  readonly phones: readonly PhoneTime[]
}

/** When each of the caller's words is heard. In order, one entry a word of the plan. */
export function timeSourceWords(plan: SynthesisPlan, spoken: readonly WordTime[]): readonly SourceWordTime[] {
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
  collect(spoken: readonly WordTime[]): readonly SourceWordTime[]
}

export function createWordCollector(): WordCollector {
  const unspoken: number[] = []
  /** The phonemes of the words that are not spoken yet, from `next` on. */
  let phonemes: (readonly string[])[] = []
  let next = 0
  let begun: SourceWordTime | undefined
  return {
    expect(segments) {
      phonemes = phonemes.slice(next)
      next = 0
      for (const { words } of segments)
        for (const word of words) {
          unspoken[word.source] = (unspoken[word.source] ?? 0) + 1
          phonemes.push(word.phonemes)
        }
    },
    collect(spoken) {
      return spoken.flatMap((time) => {
        const { word, startSample, endSample } = time
        const phones = timePhones(phonemes[next]!, time)
        next += 1
        begun =
          begun?.word === word
            ? {
                ...begun,
                endSample,
                phones: [...begun.phones, ...pauseBetween(begun.endSample, startSample), ...phones],
              }
            : { word, startSample, endSample, phones }
        unspoken[word]! -= 1
        return unspoken[word] === 0 ? [begun] : []
      })
    },
  }
}

function pauseBetween(startSample: number, endSample: number): readonly PhoneTime[] {
  return endSample > startSample ? [{ phone: SILENCE, startSample, endSample }] : []
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
