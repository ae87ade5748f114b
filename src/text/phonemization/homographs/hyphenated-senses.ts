import type { NormalizedWord } from '../../normalization/normalized-text.ts'
import type { Homograph, HomographSense } from './homograph.ts'

/** How a homograph sounds in a compound with a hyphen, by the word before or after it there. */
type Compound = { readonly previous?: RegExp; readonly next?: RegExp; readonly phonemes: string }

const COMPOUNDS: Readonly<Record<string, readonly Compound[]>> = {
  live: [
    { next: /^in$/, phonemes: 'L IH1 V' },
    { next: /^stream/, phonemes: 'L AY1 V' },
  ],
  use: [{ next: /^by$/, phonemes: 'Y UW1 Z' }],
  lead: [{ next: /^(?:free|acid|based|lined|safe|glass|colou?red|gr[ae]y)$/, phonemes: 'L EH1 D' }],
  tear: [{ next: /^(?:resistant|proof|away|down|sheet)$/, phonemes: 'T EH1 R' }],
  wind: [{ next: /^(?:up|ups|down)$/, phonemes: 'W AY1 N D' }],
  bow: [
    { next: /^(?:legged|tie|tied|string|hunter|hunting)$/, phonemes: 'B OW1' },
    { previous: /^(?:cross|long|compound)$/, phonemes: 'B OW1' },
  ],
  record: [{ next: /^(?:breaking|setting|holder|holding|keeping|breaker|player)$/, phonemes: 'R EH1 K ER0 D' }],
  read: [{ previous: /^(?:well|widely|much|most|little|best)$/, phonemes: 'R EH1 D' }],
}

/** The sense of the homograph at `index` in its compound (`live-in`, `record-breaking`), if the compound decides it. */
export function findHyphenatedSense(
  senses: Homograph,
  words: readonly NormalizedWord[],
  index: number,
): HomographSense | undefined {
  const { text, source } = words[index]!
  const compounds = COMPOUNDS[text]
  if (compounds === undefined) return undefined
  const joined = (other: NormalizedWord | undefined) => (other?.source === source ? other.text : '')
  const [before, after] = [joined(words[index - 1]), joined(words[index + 1])]
  const compound = compounds.find(({ previous, next }) =>
    previous === undefined ? next?.test(after) === true : previous.test(before),
  )
  return senses.find(({ phonemes }) => phonemes.join(' ') === compound?.phonemes)
}
