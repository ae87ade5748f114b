import { readFileSync } from 'node:fs'
import { dictionary } from 'cmu-pronouncing-dictionary'
import { type MarkupRun, NEUTRAL_DELIVERY, type TextRun } from '../../src/text/markup/tree/markup-run.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { NormalizedText, NormalizedWord } from '../../src/text/normalization/normalized-text.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'

const readings = createReadingScorer(readFileSync(new URL('../../data/reading/en-us.bin', import.meta.url)))

/** A run of plain text for the first occurrence of `part` in `source`. */
export function textRun(source: string, part: string, more: Partial<TextRun> = {}): TextRun {
  const start = source.indexOf(part)
  const span = { start, end: start + part.length }
  return { kind: 'text', text: part, mapping: 'exact', span, delivery: NEUTRAL_DELIVERY, ...more }
}

export type NormalizeSourceOptions = {
  readonly locale?: string
  readonly runs?: readonly MarkupRun[]
  readonly unreadable?: 'skip' | 'refuse'
}

/** Normalises a text with the CMU dictionary as the lexicon; without `runs` the whole text is plain. */
export function normalizeSource(source: string, options: NormalizeSourceOptions = {}): NormalizedText {
  const { locale = 'en_US', runs = [textRun(source, source)], unreadable = 'skip' } = options
  return normalizeText(runs, {
    locale,
    source,
    unreadable,
    readings,
    isWord: (word) => Object.hasOwn(dictionary, word),
  })
}

export function spokenWords({ sentences }: NormalizedText): readonly NormalizedWord[] {
  return sentences.flatMap(({ words }) => words)
}

/** The spoken words in one line; a letter that is named, alone or in the plural, is a capital. */
export function formatSpoken(text: NormalizedText): string {
  return spokenWords(text)
    .map(({ text: word, sound }) => (sound === 'word' ? word : word[0]!.toUpperCase() + word.slice(1)))
    .join(' ')
}
