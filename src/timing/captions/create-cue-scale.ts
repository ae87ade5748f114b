import { breakCost } from './break-cost.ts'
import { countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'
import { createTextRuler } from './create-text-ruler.ts'
import { type CueRange, makeCue, type ShownSpeech, type ShownWord, timeCue } from './make-cue.ts'

const { lineLength, maxLines, minMs, maxMs, charactersPerSecond } = CAPTION_RULES
/** After a pause of this many milliseconds a caption may end anywhere: the speaker has broken there. */
const BREATH_MS = 250
/** Words that are heard this long after those before them should not be shown with them. */
const LONG_PAUSE_MS = 800
/** Of a line too many, and of a character too many in a line: more than all that can be said against a caption that fits. */
const LINE_OVERFLOW_COST = 1000
const CHARACTER_OVERFLOW_COST = 100

/** What a caption of these words would cost; `fits` if it keeps to the line length and the number of lines. */
export type CueWeight = { readonly cost: number; readonly fits: boolean }

/**
 * A scale for the captions of a speech; 1 is about one ugly break, what the rules forbid costs 10 and more. It is asked of dozens
 * of captions for each word, so it works with sums that are made once.
 */
export function createCueScale(speech: ShownSpeech): (range: CueRange) => CueWeight {
  const { words } = speech
  const ruler = createTextRuler(words)
  const endings = words.map((word, i) => endingCost(word, words[i + 1]))
  const joints = runningSum(words.map((word, i) => (i === 0 ? 0 : jointCost(words[i - 1]!, word))))
  return (range) => {
    const characters = ruler.count(range)
    const fits = ruler.fits(range)
    const inside = joints[range.end]! - joints[range.start + 1]!
    const unfilled = 1 - Math.min(1, characters / (maxLines * lineLength))
    const cost = timeCost(speech, { ...range, characters }) + unfilled ** 2 + endings[range.end - 1]! + inside
    return { cost: fits ? cost : cost + overflowCost(speech, range), fits }
  }
}

function timeCost(speech: ShownSpeech, range: CueRange & { readonly characters: number }): number {
  const { startMs, endMs } = timeCue(speech, range)
  const tooLong = Math.max(0, endMs - startMs - maxMs) / 1000
  const tooShort = Math.max(0, minMs - (endMs - startMs)) / 1000
  // Counted in characters, so that it does not matter into how many captions fast speech is divided.
  const tooFast = Math.max(0, range.characters - (charactersPerSecond * (endMs - startMs)) / 1000)
  return (tooLong > 0 ? 100 + 10 * tooLong : 0) + (tooShort > 0 ? 10 + 10 * tooShort : 0) + tooFast
}

function overflowCost(speech: ShownSpeech, range: CueRange): number {
  const { lines } = makeCue(speech, range)
  const charactersTooMany = lines.reduce((sum, line) => sum + Math.max(0, countCharacters(line) - lineLength), 0)
  return LINE_OVERFLOW_COST * Math.max(0, lines.length - maxLines) + CHARACTER_OVERFLOW_COST * charactersTooMany
}

/** A caption that ends within a sentence. */
function endingCost(last: ShownWord, next: ShownWord | undefined): number {
  if (next === undefined || next.sentence !== last.sentence) return 0
  if (next.startMs - last.endMs > BREATH_MS) return 1
  return 1 + 2 * breakCost(last.shown.trim(), next.shown)
}

/** Words of two sentences in one caption, and words shown long before they are heard. */
function jointCost(one: ShownWord, other: ShownWord): number {
  const longPause = Math.max(0, other.startMs - one.endMs - LONG_PAUSE_MS) / 1000
  return (one.sentence === other.sentence ? 0 : 2.5) + 3 * longPause
}

/** The sum of the first 0, 1, 2 ... of the values. */
function runningSum(values: readonly number[]): readonly number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return sums
}
