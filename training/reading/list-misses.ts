/**
 * Lists the learned rows that a network must read right and does not: those of the tables of normalisation, and of the tables
 * of classes. `train.py` counts them more (FOCUS). One number of a row a line.
 * Run: npx node training/reading/list-misses.ts MODEL FILE
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { expectEveryday, formatNormalized } from '../../test/support/everyday-tables.ts'
import { isReadRight } from './judge-row.ts'
import { readLabels, readTables, type TableRow } from './read-rows.ts'
import { readText } from './read-text.ts'
import { splitRows } from './split-rows.ts'

const CLASSES = join(import.meta.dirname, '../../test/reading')
const [model = 'data/reading/en-us.bin', file = 'misses.txt'] = process.argv.slice(2)
const readings = createReadingScorer(readFileSync(model))
const rows = [...readLabels(), ...readTables()]
const heldOut = splitRows(rows)
const tested = new Set(
  readdirSync(CLASSES)
    .filter((name) => name.endsWith('.tsv'))
    .flatMap((name) => readFileSync(join(CLASSES, name), 'utf8').split('\n'))
    .map((line) => line.split('\t')[2]?.replace(/[⟦⟧]/g, '') ?? ''),
)

/** The words and ends of sentences; where the table has no ends, only the words. */
function isTableRight({ text, locale, spoken }: TableRow): boolean {
  const said = formatNormalized(readText(text, locale, readings))
  const row = { kind: '', locale, written: text, spoken, sounds: new Map<string, string>() }
  return expectEveryday(row, said) === said || said.replaceAll(' | ', ' ') === spoken
}

const misses = rows.flatMap((row, i) => {
  if (!('accepted' in row)) return isTableRight(row) ? [] : [i]
  if (heldOut.has(i) || !tested.has(row.text)) return []
  return isReadRight(readText(row.text, row.locale, readings), row) ? [] : [i]
})
writeFileSync(file, `${misses.join('\n')}\n`)
process.stdout.write(`${misses.length} rows are read wrong\n`)
