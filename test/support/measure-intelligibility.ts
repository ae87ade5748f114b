import type { Resources } from '../../src/delivery/resources.ts'
import { countWordErrors, sumWordErrors, totalErrors, type WordErrors } from './count-word-errors.ts'
import { recognizeWords } from './pocketsphinx.ts'
import { reciteHarvard } from './recite-harvard.ts'

export type Intelligibility = WordErrors & {
  /** How many words were said. */
  readonly words: number
  /** Errors per 100 words said. */
  readonly errorPercent: number
}

/** How many words of the Harvard sentences a recogniser that knows the vocabulary gets wrong. */
export async function measureIntelligibility(speakerId: number, resources: Resources): Promise<Intelligibility> {
  const recitations = await reciteHarvard(speakerId, { resources })
  const heard = await recognizeWords(recitations, resources)
  const errors = sumWordErrors(
    recitations.map(({ words }, i) =>
      countWordErrors(
        words,
        heard[i]!.map(({ text }) => text),
      ),
    ),
  )
  const words = recitations.reduce((sum, recitation) => sum + recitation.words.length, 0)
  return { ...errors, words, errorPercent: (100 * totalErrors(errors)) / words }
}
