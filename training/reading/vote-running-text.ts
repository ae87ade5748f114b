/**
 * Keeps the rows of read-running-text.ts with a reading that two of three share: the service that wrote the rows, and two networks.
 * Run: npx node training/reading/vote-running-text.ts ROWS MODEL MODEL FILE
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { formatNormalized } from '../../test/support/everyday-tables.ts'
import { readRunningText } from './read-rows.ts'
import { readText } from './read-text.ts'

const [rows = '', first = '', second = '', file = ''] = process.argv.slice(2)
const scorers = [first, second].map((model) => createReadingScorer(readFileSync(model)))
const all = readRunningText(rows)
const kept = all.flatMap(({ text, locale, spoken }) => {
  const [one, other] = scorers.map((scorer) => formatNormalized(readText(text, locale, scorer)))
  const agreed = one === other || one === spoken ? one : other === spoken ? other : undefined
  return agreed === undefined ? [] : [`${locale}\t${text}\t${agreed}\n`]
})
writeFileSync(file, kept.join(''))
process.stdout.write(`${kept.length} of ${all.length} sentences\n`)
