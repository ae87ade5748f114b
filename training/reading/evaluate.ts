/**
 * How many held-out rows the rules alone read right, and how many with the scorer.
 * Run: npx node training/reading/evaluate.ts [MODEL]
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { readExamples, speakFigure } from './read-examples.ts'
import { splitExamples } from './split-examples.ts'

const [file = join(import.meta.dirname, '../../data/reading/en-us.bin')] = process.argv.slice(2)
const readings = createReadingScorer(readFileSync(file))
const examples = readExamples()
const heldOut = splitExamples(examples)
const rows = new Map<string, { all: number; rules: number; scorer: number }>()
for (const [i, example] of examples.entries()) {
  if (!heldOut.has(i)) continue
  const key = `${example.family} ${example.origin} ${example.evidence}`
  const row = rows.get(key) ?? { all: 0, rules: 0, scorer: 0 }
  rows.set(key, {
    all: row.all + 1,
    rules: row.rules + Number(example.accepted.includes(speakFigure(example))),
    scorer: row.scorer + Number(example.accepted.includes(speakFigure(example, readings))),
  })
}
for (const key of [...rows.keys()].sort()) {
  const { all, rules, scorer } = rows.get(key)!
  process.stdout.write(`${key.padEnd(32)} rules ${rules}, with the scorer ${scorer}, of ${all}\n`)
}
