import { breakCost } from './break-cost.ts'
import { countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'
import { createTextRuler } from './create-text-ruler.ts'
import { type CueRange, makeCue, type ShownSpeech, type ShownWord, timeCue } from './make-cue.ts'

const { lineLength, maxLines, minMs, maxMs, charactersPerSecond } = CAPTION_RULES
/** After a pause of this many milliseconds a caption may end anywhere, because the speaker has paused there. */
const BREATH_MS = 250
/** Words should not be shown together with words that are heard this many milliseconds earlier. */
const LONG_PAUSE_MS = 800
/** Cost of each extra line, and of each extra character in a line. Both exceed the cost of any caption that fits. */
const LINE_OVERFLOW_COST = 1000
const CHARACTER_OVERFLOW_COST = 100

/** The cost of a caption of these words. `fits` is true if it respects the line length and the number of lines. */
export type CueWeight = { readonly cost: number; readonly fits: boolean }

/**
 * Creates a cost function for the captions of a speech. A cost of 1 is about one ugly break; violations of the rules cost 10 and
 * more. The function is called for dozens of captions per word, so it uses precomputed sums.
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
  // Counted in characters, so that the cost does not depend on how many captions fast speech is divided into.
  const tooFast = Math.max(0, range.characters - (charactersPerSecond * (endMs - startMs)) / 1000)
  return (tooLong > 0 ? 100 + 10 * tooLong : 0) + (tooShort > 0 ? 10 + 10 * tooShort : 0) + tooFast
}

function overflowCost(speech: ShownSpeech, range: CueRange): number {
  const { lines } = makeCue(speech, range)
  const charactersTooMany = lines.reduce((sum, line) => sum + Math.max(0, countCharacters(line) - lineLength), 0)
  return LINE_OVERFLOW_COST * Math.max(0, lines.length - maxLines) + CHARACTER_OVERFLOW_COST * charactersTooMany
}

/** Cost of a caption that ends within a sentence. */
function endingCost(last: ShownWord, next: ShownWord | undefined): number {
  if (next === undefined || next.sentence !== last.sentence) return 0
  if (next.startMs - last.endMs > BREATH_MS) return 1
  return 1 + 2 * breakCost(last.shown.trim(), next.shown)
}

/** Cost of words of two sentences in one caption, and of words shown long before they are heard. */
function jointCost(one: ShownWord, other: ShownWord): number {
  const longPause = Math.max(0, other.startMs - one.endMs - LONG_PAUSE_MS) / 1000
  return (one.sentence === other.sentence ? 0 : 2.5) + 3 * longPause
}

/** Sums of the first 0, 1, 2 ... values. */
function runningSum(values: readonly number[]): readonly number[] {
  const sums = [0]
  for (const value of values) sums.push(sums.at(-1)! + value)
  return sums
}
