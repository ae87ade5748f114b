/**
 * Writes the training examples, one JSON object a line, as the service sees them.
 * Run: npx node training/reading/write-examples.ts FILE
 */
import { writeFileSync } from 'node:fs'
import { SHAPE_COUNT } from '../../src/text/reading/context/look-around.ts'
import {
  BESIDE,
  DISTANCE_COUNT,
  distanceFeature,
  FORM_FEATURE_COUNT,
  formFeatures,
  OUTPUTS,
  outputOf,
} from '../../src/text/reading/scoring/features.ts'
import { collectExamples } from './collect-examples.ts'
import { readLabels, readTables } from './read-rows.ts'
import { splitRows } from './split-rows.ts'

const [file = 'examples.jsonl'] = process.argv.slice(2)
const rows = [...readLabels(), ...readTables()]
const heldOut = splitRows(rows)
const places = new Map(OUTPUTS.map((name, i) => [name, i]))
const counts = {
  shapes: SHAPE_COUNT,
  distances: DISTANCE_COUNT,
  forms: FORM_FEATURE_COUNT,
  beside: BESIDE,
  outputs: OUTPUTS,
}
const lines = [JSON.stringify(counts)]
for (const [i, row] of rows.entries())
  for (const { question, right } of collectExamples(row)) {
    const { grammar, candidates, surroundings, usual, written } = question
    const allowed = candidates.map((one) => places.get(outputOf(grammar, one.class))!)
    lines.push(
      JSON.stringify({
        row: i,
        written,
        form: formFeatures(question),
        allowed,
        usual: allowed[usual],
        right: right.map((k) => allowed[k]),
        words: surroundings.map(({ key }) => key),
        shapes: surroundings.map(({ shape }) => shape),
        distances: surroundings.map(distanceFeature),
        steps: surroundings.map(({ distance, earlier }) =>
          earlier || Math.abs(distance) > BESIDE ? -1 : distance + BESIDE,
        ),
        origin: row.origin,
        family: row.origin === 'table' ? grammar : row.family,
        evidence: row.origin === 'table' ? 'table' : row.evidence,
        heldOut: row.origin !== 'frames' && heldOut.has(i),
      }),
    )
  }
writeFileSync(file, lines.join('\n'))
process.stdout.write(`${lines.length - 1} examples of ${rows.length} rows, ${heldOut.size} rows held out\n`)
