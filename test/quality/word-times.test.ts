import { afterAll, expect, test } from 'vitest'
import { measureWordTimes } from '../support/measure-word-times.ts'
import { loadServiceVoices } from '../support/speak-text.ts'

/** Half of the sentences of `bench/intelligibility.ts`, which measures all. */
const SENTENCES = 15

/**
 * The avatars whose times are compared, the tags they speak in, and how many milliseconds a word's start may lie from where a
 * forced alignment finds it, on average. The goal is 20. Measured with these sentences on 2026-11-21, in this order: 14.3, 18.9, 11.3,
 * 14.5, 10.3, 13.1 and 10.6; the bands leave up to a third more, within the goal, for the aligner's own grid is 10 ms.
 */
const NARRATORS = [
  { speakerId: 3, highestMean: 17 },
  { speakerId: 3, tag: 'tempo value="0.8"', highestMean: 20 },
  { speakerId: 3, tag: 'tempo value="1.3"', highestMean: 14 },
  { speakerId: 3, tag: 'pitch value="30"', highestMean: 17 },
  { speakerId: 17, highestMean: 14 },
  { speakerId: 17, tag: 'tempo value="0.8"', highestMean: 17 },
  { speakerId: 17, tag: 'pitch value="-30"', highestMean: 14 },
]

const resources = await loadServiceVoices()
afterAll(() => resources.close())

test.each(NARRATORS)(
  'words begin where a forced alignment finds them: $speakerId $tag',
  async (narrator) => {
    const { speakerId, highestMean, tag } = narrator
    const { mean, ninetiethPercentile } = await measureWordTimes(speakerId, { resources, sentences: SENTENCES, tag })
    expect(mean, `90th percentile ${ninetiethPercentile.toFixed(1)} ms`).toBeLessThanOrEqual(highestMean)
  },
  120_000,
)
