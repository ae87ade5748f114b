/** Reads a text as the service does, and shows what was asked of the scorer on the way. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../src/text/english/dialects.ts'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import type { Question, ReadingScorer } from '../../src/text/reading/question.ts'
import type { Span } from '../../src/text/span.ts'

const lexicon = createLexicon(readFileSync(join(import.meta.dirname, '../../data/lexicon/en-us.bin')))

export function readText(text: string, locale: Locale, readings?: ReadingScorer): NormalizedText {
  const runs = layOutRuns(parseMarkup(text, { ssml: false }))
  return normalizeText(runs, {
    source: text,
    locale,
    isWord: (word) => lexicon.has(word),
    ...(readings === undefined ? {} : { readings }),
  })
}

/** Answers by question: which of its candidates. */
export type Choices = ReadonlyMap<string, number>

/** What tells the questions of a text apart. */
export function keyOf({ grammar, start, written }: Question): string {
  return `${grammar} ${start} ${written}`
}

/** More than any prior or memory adds to a score. */
const ANSWERED = 1000

/** Reads with an answer to each question; the usual reading where none is given. */
export function readWithChoices(
  text: string,
  locale: Locale,
  choices: Choices = new Map(),
): { readonly read: NormalizedText; readonly asked: readonly Question[] } {
  const asked: Question[] = []
  const read = readText(text, locale, {
    score(question) {
      const choice = choices.get(keyOf(question)) ?? question.usual
      asked.push(question)
      return question.candidates.map((_, i) => (i === choice ? ANSWERED : 0))
    },
  })
  return { read, asked }
}

/** The words that are said for a part of the text. */
export function wordsOf({ words, sentences }: NormalizedText, { start, end }: Span): string {
  const said = sentences.flatMap(({ words: spoken }) =>
    spoken.filter(({ source }) => words[source]!.start < end && words[source]!.end > start),
  )
  return said.map(({ text }) => text).join(' ')
}
