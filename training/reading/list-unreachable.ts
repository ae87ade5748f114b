/**
 * Lists labelled sentences that no answer of the scorer can read right: a grammar lacks the reading, or a rule takes the form
 * away before it is asked about.
 * Run: npx node training/reading/list-unreachable.ts [ORIGIN]
 */
import { collectExamples } from './collect-examples.ts'
import { isReadRight, wordsOfTarget } from './judge-row.ts'
import { readLabels } from './read-rows.ts'
import { readText } from './read-text.ts'

const [wanted] = process.argv.slice(2)
let [rows, unreachable] = [0, 0]
for (const row of readLabels()) {
  if (wanted !== undefined && row.origin !== wanted) continue
  rows += 1
  const examples = collectExamples(row)
  const usual = readText(row.text, row.locale)
  if (examples.some(({ right }) => right.length > 0) || isReadRight(usual, row)) continue
  unreachable += 1
  const { family, text, start, end, accepted } = row
  const marked = `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`
  const why = examples.length === 0 ? 'not asked' : examples.map(({ question }) => question.grammar).join(' ')
  process.stdout.write(`${family}\t${why}\t${marked}\t${wordsOfTarget(usual, row)}\tnot ${accepted.join(' or ')}\n`)
}
process.stdout.write(`${unreachable} of ${rows} sentences\n`)
