/** Reads a text as the service does, and shows what was asked of the scorer on the way. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'
import type { Locale } from '../../src/text/normalization/scene.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import type { Question, ReadingScorer } from '../../src/text/reading/question.ts'

const lexicon = createLexicon(readFileSync(join(import.meta.dirname, '../../data/lexicon/en-us.bin')))

/** A question that came up while a text was read, and the place of the form in the text. */
export type Asked = { readonly question: Question; readonly start: number; readonly end: number }

export function readText(text: string, locale: Locale, readings?: ReadingScorer): NormalizedText {
  const runs = layOutRuns(parseMarkup(text, { ssml: false }))
  return normalizeText(runs, {
    source: text,
    locale,
    isWord: (word) => lexicon.has(word),
    ...(readings === undefined ? {} : { readings }),
  })
}

/** Reads with a choice for each question in turn; the usual reading where none is given. */
export function readWithChoices(
  text: string,
  locale: Locale,
  choices: readonly (number | undefined)[] = [],
): { readonly read: NormalizedText; readonly asked: readonly Asked[] } {
  const questions: Question[] = []
  const read = readText(text, locale, {
    score(question) {
      const choice = choices[questions.length] ?? question.usual
      questions.push(question)
      return question.candidates.map((_, i) => (i === choice ? 1 : 0))
    },
  })
  const asked = (read.scored ?? []).map(({ source }, i) => ({ question: questions[i]!, ...spanOf(read, source) }))
  return { read, asked }
}

function spanOf({ words }: NormalizedText, source: number): { readonly start: number; readonly end: number } {
  return { start: words[source]!.start, end: words[source]!.end }
}

/** The words that are said for a part of the text, and `stop` if it ends its sentence by a full stop of its own. */
export function wordsOf({ words, sentences }: NormalizedText, { start, end, text }: Target): string {
  const said: string[] = []
  for (const { words: spoken } of sentences)
    for (const [i, word] of spoken.entries()) {
      const source = words[word.source]!
      if (source.start >= end || source.end <= start) continue
      said.push(word.text)
      if (i === spoken.length - 1 && text?.[end - 1] === '.') said.push('stop')
    }
  return said.join(' ')
}

/** A part of a text; with the text, it is asked whether a sentence ends with it. */
export type Target = { readonly start: number; readonly end: number; readonly text?: string }
