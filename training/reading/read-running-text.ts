/**
 * Reads sentences of running text as the service does, as rows to learn from: labelled sentences are mostly hard, and a network that
 * knew nothing else would read easy ones wrong. Only sentences with a form of several readings are kept.
 * Run: npx node training/reading/read-running-text.ts TEXT FILE ROWS, with a sentence a line in TEXT.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Question } from '../../src/text/reading/question.ts'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { formatNormalized } from '../../test/support/everyday-tables.ts'
import { readText } from './read-text.ts'
import { hashOf } from './split-rows.ts'

const LONGEST = 500
/** What a text is refused for, and what would part a row. */
const UNREADABLE = /[\t\0\u{fffd}]|::/u
const [text = '', file = '', count = '10000'] = process.argv.slice(2)
const scorer = createReadingScorer(readFileSync(join(import.meta.dirname, '../../data/reading/en-us.bin')))
/** Sentences by twos, so that one begins behind the stop of another. */
const lines = readFileSync(text, 'utf8').split('\n')
const sentences = lines
  .flatMap((line, i) => (i % 2 === 0 ? [`${line} ${lines[i + 1] ?? ''}`.trim()] : []))
  .filter((line) => line !== '' && line.length <= LONGEST && !UNREADABLE.test(line))
  .map((line) => ({ line, hash: hashOf(line) }))
  // An eighth is kept for judging.
  .filter(({ hash }) => hash % 8 !== 0)
  .sort((a, b) => a.hash - b.hash)
const rows: string[] = []
for (const { line, hash } of sentences) {
  if (rows.length === Number(count)) break
  const locale = hash % 3 === 0 ? 'en_GB' : 'en_US'
  let isAsked = false
  const score = (question: Question) => {
    isAsked = true
    return scorer.score(question)
  }
  const said = formatNormalized(readText(line, locale, { score }))
  if (isAsked) rows.push(`${locale}\t${line}\t${said}`)
}
writeFileSync(file, `${rows.join('\n')}\n`)
process.stdout.write(`${rows.length} sentences\n`)
