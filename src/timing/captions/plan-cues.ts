import type { SpeechTiming } from '../speech-timing.ts'
import { joinWords, type TimedWord } from '../timed-word.ts'
import { countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'
import { createCueScale } from './create-cue-scale.ts'
import { type Cue, makeCue, type ShownSpeech, type ShownWord } from './make-cue.ts'

/** Maximum number of words in a caption that does not fit. */
const MAX_OVERFLOWING_WORDS = 3

/**
 * Divides speech into captions that follow `CAPTION_RULES` if the speech allows it: one sentence each if it fits, otherwise
 * clauses. Every word is in exactly one caption. Of all divisions it takes the one with the least total cost, as Knuth and Plass
 * (1981) break paragraphs into lines.
 */
export function planCues({ words, durationMs }: Pick<SpeechTiming, 'words' | 'durationMs'>): readonly Cue[] {
  const speech = { words: words.map(showWord), durationMs }
  const starts = findCueStarts(speech)
  return starts.map((start, i) => makeCue(speech, { start, end: starts[i + 1] ?? words.length }))
}

function showWord(word: TimedWord): ShownWord {
  const { startMs, endMs, sentence } = word
  const shown = joinWords([word])
  return { shown: /\s$/.test(word.after) ? `${shown} ` : shown, startMs, endMs, sentence }
}

/** The index of each caption's first word in the cheapest division. */
function findCueStarts(speech: ShownSpeech): readonly number[] {
  const mayEnd = findEnds(speech.words)
  const weigh = createCueScale(speech)
  // For each word: the cheapest division of everything before it, and the start of its last cue.
  const best: { readonly cost: number; readonly start: number }[] = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= speech.words.length; end++) {
    best[end] = { cost: Number.POSITIVE_INFINITY, start: end - 1 }
    if (!mayEnd[end - 1]) continue
    let hasFit = false
    for (let start = end - 1; start >= 0; start--) {
      const before = best[start]!.cost
      if (before === Number.POSITIVE_INFINITY) continue
      const { cost, fits } = weigh({ start, end })
      if (before + cost < best[end]!.cost) best[end] = { cost: before + cost, start }
      // If no caption fits, only the smallest are tried, because larger ones are no better.
      if (!fits && (hasFit || end - start > MAX_OVERFLOWING_WORDS)) break
      hasFit ||= fits
    }
  }
  const starts: number[] = []
  for (let end = speech.words.length; end > 0; end = best[end]!.start) starts.push(best[end]!.start)
  return starts.reverse()
}

/**
 * Returns for each word whether a caption may end after it. Words written without a space between them stay together, unless they
 * need more than a line.
 */
function findEnds(words: readonly ShownWord[]): readonly boolean[] {
  const ends: boolean[] = []
  for (let start = 0; start < words.length; ) {
    let end = start + 1
    while (end < words.length && !words[end - 1]!.shown.endsWith(' ')) end += 1
    const length = words.slice(start, end).reduce((sum, { shown }) => sum + countCharacters(shown), 0)
    const mayDivide = length > CAPTION_RULES.lineLength + 1
    for (let i = start; i < end; i++) ends.push(i === end - 1 || mayDivide)
    start = end
  }
  return ends
}
