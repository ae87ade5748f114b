import { breakLines, countCharacters } from './break-lines.ts'
import { CAPTION_RULES } from './caption-rules.ts'

/** One caption. Times are whole milliseconds: it comes with its first word, and goes with its last or somewhat later. */
export type Cue = { readonly startMs: number; readonly endMs: number; readonly lines: readonly string[] }

/** A word as captions show it. */
export type ShownWord = {
  /** With the punctuation around it; ends with a space if the next word may be on another line. */
  readonly shown: string
  readonly startMs: number
  readonly endMs: number
  readonly sentence: number
}

/** All that captions are made of. */
export type ShownSpeech = { readonly words: readonly ShownWord[]; readonly durationMs: number }

/** Words `start` to `end` of a speech. */
export type CueRange = { readonly start: number; readonly end: number }

const { minMs, closedGapMs, charactersPerSecond } = CAPTION_RULES

/**
 * The caption of some neighbouring words. It begins exactly when the first of them does. It ends with the last, or as much later as
 * it takes to read it, at the latest when the next caption begins; it stays until then if that is at most half a second away.
 */
export function makeCue(speech: ShownSpeech, range: CueRange): Cue {
  const text = speech.words
    .slice(range.start, range.end)
    .map(({ shown }) => shown)
    .join('')
    .trim()
  return { ...timeCue(speech, { ...range, characters: countCharacters(text) }), lines: breakLines(text) }
}

/** When the caption of some words comes and goes, by the number of its characters. */
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
