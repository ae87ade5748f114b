import type { ExplainedWord, Explanation } from '../../../client/src/declaim.ts'
import { DELIVERY } from './schema.ts'

/** A pause at punctuation, in UTF-16 units of the paragraph's text. */
export type PauseInText = {
  /** The punctuation. */
  readonly start: number
  readonly end: number
  readonly seconds: number
}

const PUNCTUATION = /^[^\p{L}\p{N}\s$€£#@&<]+/u

/** The pauses that have punctuation, and their places in the text. */
export function findPauses(
  { words, pauses }: Pick<Explanation, 'pauses'> & { readonly words: readonly ExplainedWord[] },
  { text, textOffsets }: { readonly text: string; readonly textOffsets: readonly number[] },
): readonly PauseInText[] {
  return pauses.flatMap(({ after_word, seconds }) => {
    const word = words[after_word]
    const start = word && textOffsets[word.source_end]
    if (start === undefined) return []
    const [mark] = PUNCTUATION.exec(text.slice(start)) ?? []
    return mark === undefined ? [] : [{ start, end: start + mark.length, seconds }]
  })
}

/** The seconds that a pause can have: its punctuation can be slower or faster, as words can. */
export function limitsOf(seconds: number, tempo: number): { readonly min: number; readonly max: number } {
  const plain = seconds * tempo
  return { min: plain / DELIVERY.tempo.max, max: plain / DELIVERY.tempo.min }
}

/** The tempo of the punctuation that gives a pause these seconds; undefined for its usual tempo. */
export function tempoFor(wanted: number, { seconds, tempo }: { seconds: number; tempo: number }): number | undefined {
  const { min, max } = limitsOf(seconds, tempo)
  const value = Math.round(((seconds * tempo) / Math.min(max, Math.max(min, wanted))) * 100) / 100
  return value === 1 ? undefined : Math.min(DELIVERY.tempo.max, Math.max(DELIVERY.tempo.min, value))
}
