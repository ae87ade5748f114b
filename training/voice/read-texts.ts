/**
 * Writes how the service reads the texts of a reader's recordings, for `align_reader.py`.
 * Run: npx node training/voice/read-texts.ts READER LOCALE FILE
 * READER holds `metadata.tsv` (`id`, `text`, with a heading); LOCALE is one of data/english/dialects.tsv. FILE gets one JSON object a line: `id`, `text`, and
 * `words` with `text`, the `mark` after it or null, and `pronunciations`, the service's own first.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyzeText } from '../../src/text/analyze-text.ts'
import { LOCALES } from '../../src/text/english/dialects.ts'
import { createHomographModel } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../../src/text/replacements/replacement-set.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'

const DATA = new URL('../../data/', import.meta.url)
/** A reader chooses among these; more are rare words' doubtful entries. */
const MOST_PRONUNCIATIONS = 4

const [reader, locale = '', file] = process.argv.slice(2)
if (reader === undefined || !LOCALES.includes(locale) || file === undefined)
  throw new Error(`Name the reader, the locale and the file: read-texts.ts READER ${LOCALES.join('|')} FILE`)

const lexicon = createLexicon(readFileSync(new URL('lexicon/en-us.bin', DATA)))
const resources = {
  lexicon,
  letterToSound: createLetterToSound(readFileSync(new URL('letter-to-sound/en-us.bin', DATA))),
  homographs: createHomographModel(
    readFileSync(new URL('homographs/en-us.bin', DATA)),
    createTagger(readFileSync(new URL('tagging/en-us.bin', DATA))),
  ),
  readings: createReadingScorer(readFileSync(new URL('reading/en-us.bin', DATA))),
  replacements: createReplacementSet([]),
  ssml: false,
  locale,
} as const

const [, ...rows] = readFileSync(join(reader, 'metadata.tsv'), 'utf8').trim().split('\n')
const lines = rows.map((row) => {
  const [id, text] = row.split('\t') as [string, string]
  const { sentences } = analyzeText(text, resources)
  const words = sentences.flatMap((sentence) => sentence.words)
  return JSON.stringify({
    id,
    text,
    words: words.map(({ text: word, boundary, phonemes }) => ({
      text: word,
      mark: boundary?.mark ?? null,
      pronunciations: unique([phonemes, ...lexicon.pronunciationsOf(word)]),
    })),
  })
})
writeFileSync(file, `${lines.join('\n')}\n`)

function unique(pronunciations: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const byText = new Map(pronunciations.map((phonemes) => [phonemes.join(' '), phonemes]))
  return [...byText.values()].slice(0, MOST_PRONUNCIATIONS)
}
