import { medianOf, voicedPoints } from './melody-figures.ts'
import { type SaidSentence, type SpeakSentencesOptions, speakSentences } from './speak-sentences.ts'

const END_SECONDS = 0.05
const LOWEST_SHARE = 0.1

/** Semitones from the low of the ending to its end, as a question and as a statement. */
export type Rise = { readonly asked: number; readonly stated: number }

/** Speaks each sentence as a question and as a statement and measures its ending: the words from the second part on. */
export async function measureRises(
  sentences: readonly (readonly [opening: string, ending: string])[],
  options: SpeakSentencesOptions,
): Promise<readonly Rise[]> {
  const texts = sentences.flatMap(([opening, ending]) => [`${opening} ${ending}?`, `${opening} ${ending}.`])
  const said = await speakSentences(texts, options)
  return sentences.map(([opening], i) => {
    const first = opening.split(' ').length
    const [asked = 0, stated = 0] = said.slice(2 * i, 2 * i + 2).map((sentence) => riseFrom(sentence, first))
    return { asked, stated }
  })
}

/** From the height that a tenth of the points is below, to the median of the last voiced 50 ms. */
function riseFrom({ track, words }: SaidSentence, first: number): number {
  const points = voicedPoints(track, { from: words[first]!.from, to: words.at(-1)!.to + 0.02 })
  const end = points.at(-1)!.seconds
  const last = points.filter(({ seconds }) => seconds > end - END_SECONDS).map(({ semitones }) => semitones)
  const lowest = points.map(({ semitones }) => semitones).toSorted((a, b) => a - b)
  return medianOf(last) - lowest[Math.floor(points.length * LOWEST_SHARE)]!
}
