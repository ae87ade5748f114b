import { breakLines, countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'

/** One caption. Times are whole milliseconds. It appears with its first word, and disappears with its last word or somewhat later. */
export type Cue = { readonly startMs: number; readonly endMs: number; readonly lines: readonly string[] }

/** A word as shown in captions. */
export type ShownWord = {
  /** The word with the punctuation around it. Ends with a space if the next word may be on another line. */
  readonly shown: string
  readonly startMs: number
  readonly endMs: number
  readonly sentence: number
}

/** All input of captions. */
export type ShownSpeech = { readonly words: readonly ShownWord[]; readonly durationMs: number }

/** The words of a speech from `start` up to and excluding `end`. */
export type CueRange = { readonly start: number; readonly end: number }

const { minMs, closedGapMs, charactersPerSecond } = CAPTION_RULES

/**
 * Creates the caption of some neighbouring words. It begins exactly with the first word. It ends with the last word, or later if
 * it takes longer to read, but at the latest when the next caption begins. If the next caption is at most half a second away, it
 * stays until then.
 */
export function makeCue(speech: ShownSpeech, range: CueRange): Cue {
  const text = speech.words
    .slice(range.start, range.end)
    .map(({ shown }) => shown)
    .join('')
    .trim()
  return { ...timeCue(speech, { ...range, characters: countCharacters(text) }), lines: breakLines(text) }
}

/** Start and end of a caption, by its words and number of characters. */
export function timeCue(
  { words, durationMs }: ShownSpeech,
  { start, end, characters }: CueRange & { readonly characters: number },
): Pick<Cue, 'startMs' | 'endMs'> {
  const { startMs } = words[start]!
  const freeMs = words[end]?.startMs ?? durationMs
  const readMs = Math.ceil((characters * 1000) / charactersPerSecond)
  const neededMs = Math.max(words[end - 1]!.endMs, Math.min(startMs + Math.max(minMs, readMs), freeMs))
  const endMs = freeMs - neededMs <= closedGapMs ? Math.max(freeMs, neededMs) : neededMs
  return { startMs, endMs: Math.max(endMs, startMs + 1) }
}
