import type { WordTime } from '../word-time.ts'
import type { PhoneTime } from './phone-time.ts'
import { weighPhone } from './weigh-phone.ts'

/** When each phoneme of a spoken word is heard. If the engine did not say, the word is divided in proportion to their usual lengths. Those that are not heard are left out. */
export function timePhones(phonemes: readonly string[], time: WordTime): readonly PhoneTime[] {
  const ends = time.phoneEnds ?? estimateEnds(phonemes, time)
  return phonemes.flatMap((phone, i) => {
    const startSample = i === 0 ? time.startSample : ends[i - 1]!
    const endSample = ends[i]!
    return endSample > startSample ? [{ phone, startSample, endSample }] : []
  })
}

function estimateEnds(phonemes: readonly string[], { startSample, endSample }: WordTime): readonly number[] {
  const weights = phonemes.map(weighPhone)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let spoken = 0
  return weights.map((weight) => {
    spoken += weight
    return startSample + Math.round(((endSample - startSample) * spoken) / total)
  })
}
