import type { Resources } from '../../src/delivery/resources.ts'
import type { PhoneTime } from '../../src/timing/phones/phone-time.ts'
import { timePhones } from '../../src/timing/phones/time-phones.ts'
import { HARVARD_SENTENCES } from '../quality/harvard-sentences.ts'
import { alignPhones } from './pocketsphinx.ts'
import { speakText } from './speak-text.ts'
import { describeTimeErrors, type TimeErrors } from './time-errors.ts'

/** How far starts of sounds inside words lie from those of a forced alignment. A word's first sound begins with the word, whose times `measureWordTimes` compares. */
export type PhoneTimeErrors = {
  readonly reported: TimeErrors
  /** The rival: the times of words alone are known, and its sounds share them in proportion to their usual lengths. */
  readonly estimated: TimeErrors
}

type MeasureOptions = { readonly resources: Resources; readonly sentences?: number }

/** Compares the times of sounds in Harvard sentences with PocketSphinx's alignment of the same sounds. Throws if the aligner gives up on a sentence. */
export async function measurePhoneTimes(
  speakerId: number,
  { resources, sentences = HARVARD_SENTENCES.length }: MeasureOptions,
): Promise<PhoneTimeErrors> {
  const spoken = await Promise.all(
    HARVARD_SENTENCES.slice(0, sentences).map((text) => speakText(text, { speakerId, resources })),
  )
  const timed = spoken.map(({ audio, words, times }) => ({
    audio,
    words: times.map((time) => {
      const { phonemes } = words[time.word]!
      const reported = timePhones(phonemes, time)
      const { word, startSample, endSample } = time
      const heard = reported.map(({ phone }) => phone)
      return { reported, estimated: timePhones(heard, { word, startSample, endSample }) }
    }),
  }))
  const aligned = await alignPhones(
    timed.map(({ audio, words }) => ({
      audio,
      phones: words.flatMap(({ reported }) => reported.map(({ phone }) => phone.replace(/\d$/, ''))),
    })),
    resources,
  )
  const errors = { reported: [] as number[], estimated: [] as number[] }
  for (const [i, { audio, words }] of timed.entries()) {
    let next = 0
    for (const { reported, estimated } of words) {
      const found = aligned[i]!.slice(next, next + reported.length)
      if (found.length < reported.length) throw new Error(`Cannot align "${HARVARD_SENTENCES[i]}" sound by sound`)
      const late = (phones: readonly PhoneTime[]): number[] =>
        phones.slice(1).map(({ startSample }, k) => {
          return 1000 * (found[k + 1]!.startSeconds - startSample / audio.sampleRate)
        })
      errors.reported.push(...late(reported))
      errors.estimated.push(...late(estimated))
      next += reported.length
    }
  }
  return { reported: describeTimeErrors(errors.reported), estimated: describeTimeErrors(errors.estimated) }
}
