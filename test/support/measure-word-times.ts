import type { Resources } from '../../src/delivery/resources.ts'
import { alignWords } from './pocketsphinx.ts'
import { reciteHarvard } from './recite-harvard.ts'

/** Differences in milliseconds between the word starts that the service reports and those that an aligner finds. */
export type WordTimeErrors = {
  readonly words: number
  readonly mean: number
  readonly median: number
  readonly ninetiethPercentile: number
  /** Mean with its sign: above 0 if the aligner finds words later. */
  readonly bias: number
}

type MeasureOptions = {
  readonly resources: Resources
  readonly sentences?: number
  /** A tag around each sentence: `tempo value="0.8"`. */
  readonly tag?: string | undefined
}

/** Compares the word times of Harvard sentences with a forced alignment. Throws if the aligner gives up on a sentence. */
export async function measureWordTimes(speakerId: number, options: MeasureOptions): Promise<WordTimeErrors> {
  const recitations = await reciteHarvard(speakerId, options)
  const aligned = await alignWords(recitations, options.resources)
  const errors = recitations.flatMap(({ words, times }, i) => {
    const found = aligned[i]!
    if (found.map(({ text }) => text).join(' ') !== words.join(' ')) {
      throw new Error(`Cannot align "${words.join(' ')}": the aligner found ${found.length} words`)
    }
    return found.map(({ startSeconds }, word) => 1000 * (startSeconds - times[word]!.startSeconds))
  })
  const distances = errors.map(Math.abs).sort((a, b) => a - b)
  return {
    words: errors.length,
    mean: mean(distances),
    median: distances[distances.length >> 1]!,
    ninetiethPercentile: distances[Math.floor(0.9 * distances.length)]!,
    bias: mean(errors),
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
