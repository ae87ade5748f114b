import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { Resources } from '../../src/delivery/resources.ts'
import type { PitchRange } from './estimate-pitch.ts'
import type { SecondsRange } from './melody-figures.ts'
import { type PitchTrack, trackPitches } from './praat.ts'
import { speakText } from './speak-text.ts'

/** A sentence as it was said. */
export type SaidSentence = {
  readonly audio: PcmAudio
  readonly track: PitchTrack
  /** The spoken words in order, in lower case, and when each is heard. */
  readonly words: readonly (SecondsRange & { readonly text: string; readonly endSample: number })[]
}

export type SpeakSentencesOptions = {
  readonly speakerId: number
  readonly resources: Resources
  readonly ssml?: boolean
  readonly seed?: number
  /** Where pitch is looked for; by default around the voice of avatar 3. */
  readonly range?: PitchRange
}

/** Half an octave around the pitch of avatar 3. */
const RANGE: PitchRange = { lowestHz: 110, highestHz: 450 }

/** Speaks each text as the service does and tracks its pitch with Praat. */
export async function speakSentences(
  texts: readonly string[],
  options: SpeakSentencesOptions,
): Promise<readonly SaidSentence[]> {
  const spoken = await Promise.all(texts.map((text) => speakText(text, options)))
  const tracks = await trackPitches(
    spoken.map(({ audio }) => audio),
    options.range ?? RANGE,
  )
  return spoken.map(({ audio, words, times }, i) => ({
    audio,
    track: tracks[i]!,
    words: times.map(({ startSample, endSample }, k) => ({
      text: words[k]!.text,
      from: startSample / audio.sampleRate,
      to: endSample / audio.sampleRate,
      endSample,
    })),
  }))
}

/** The word of a sentence with this spelling. */
export function wordNamed({ words }: SaidSentence, text: string): SaidSentence['words'][number] {
  const word = words.find((spoken) => spoken.text === text.toLowerCase())
  if (word === undefined) throw new Error(`Cannot find "${text}" among the words that were said`)
  return word
}
