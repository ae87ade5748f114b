import type { Resources } from '../../src/delivery/resources.ts'
import { alignWords } from './pocketsphinx.ts'
import { reciteHarvard } from './recite-harvard.ts'
import { describeTimeErrors, type TimeErrors } from './time-errors.ts'

type MeasureOptions = {
  readonly resources: Resources
  readonly sentences?: number
  /** A tag around each sentence: `tempo value="0.8"`. */
  readonly tag?: string | undefined
}

/** Compares the word times of Harvard sentences with a forced alignment. Throws if the aligner gives up on a sentence. */
export async function measureWordTimes(speakerId: number, options: MeasureOptions): Promise<TimeErrors> {
  const recitations = await reciteHarvard(speakerId, options)
  const aligned = await alignWords(recitations, options.resources)
  return describeTimeErrors(
    recitations.flatMap(({ words, times }, i) => {
      const found = aligned[i]!
      if (found.map(({ text }) => text).join(' ') !== words.join(' ')) {
        throw new Error(`Cannot align "${words.join(' ')}": the aligner found ${found.length} words`)
      }
      return found.map(({ startSeconds }, word) => 1000 * (startSeconds - times[word]!.startSeconds))
    }),
  )
}
