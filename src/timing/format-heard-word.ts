import type { HeardWord } from './timed-word.ts'

/** A word as JSON responses show it. */
export type WordBody = { readonly startOffset?: string; readonly endOffset: string; readonly word: string }

/** Formats a word for JSON. `index` counts from the first word of the speech, which has no `startOffset`. */
export function formatHeardWord({ text, startMs, endMs }: HeardWord, index: number): WordBody {
  return { ...(index > 0 && { startOffset: formatOffset(startMs) }), endOffset: formatOffset(endMs), word: text }
}

/** Formats whole milliseconds as `0.360s`. */
export function formatOffset(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(3)}s`
}
