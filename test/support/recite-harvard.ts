import type { Resources } from '../../src/delivery/resources.ts'
import { HARVARD_SENTENCES } from '../quality/harvard-sentences.ts'
import type { Recitation } from './pocketsphinx.ts'
import { speakText } from './speak-text.ts'

/** A Harvard sentence as an avatar says it, and when its words are heard by the service's own account. */
export type TimedRecitation = Recitation & {
  /** Seconds from the start of the recording; one entry a word. */
  readonly times: readonly { readonly startSeconds: number; readonly endSeconds: number }[]
}

type ReciteOptions = {
  readonly resources: Resources
  /** How many sentences, from the first on. */
  readonly sentences?: number
  /** A tag to say each of them in: `tempo value="0.8"`. */
  readonly tag?: string | undefined
}

/** The Harvard sentences, spoken one by one as the service speaks. */
export function reciteHarvard(
  speakerId: number,
  { resources, sentences = HARVARD_SENTENCES.length, tag }: ReciteOptions,
): Promise<TimedRecitation[]> {
  return Promise.all(
    HARVARD_SENTENCES.slice(0, sentences).map(async (sentence) => {
      const text = tag === undefined ? sentence : `<${tag}>${sentence}</${tag.split(' ', 1)[0]}>`
      const { audio, words, times } = await speakText(text, { speakerId, resources })
      return {
        audio,
        words: words.map((word) => word.text),
        times: times.map(({ startSample, endSample }) => ({
          startSeconds: startSample / audio.sampleRate,
          endSeconds: endSample / audio.sampleRate,
        })),
      }
    }),
  )
}
