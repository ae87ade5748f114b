import type { HeardWord } from './timed-word.ts'

/** A word as JSON answers show it. */
export type WordBody = { readonly startOffset?: string; readonly endOffset: string; readonly word: string }

/** A word for JSON; `index` counts from the first word of the speech, which has no `startOffset`. */
export function formatHeardWord({ text, startMs, endMs }: HeardWord, index: number): WordBody {
  return { ...(index > 0 && { startOffset: formatOffset(startMs) }), endOffset: formatOffset(endMs), word: text }
}

/** Whole milliseconds as `0.360s`. */
export function formatOffset(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)}s`
}
