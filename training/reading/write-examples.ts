/**
 * Writes the training examples, one JSON object a line, as the service sees them.
 * Run: npx node training/reading/write-examples.ts FILE [RUNNING], with a file of read-running-text.ts.
 */
import { writeFileSync } from 'node:fs'
import { SHAPE_COUNT } from '../../src/text/reading/context/look-around.ts'
import type { Question } from '../../src/text/reading/question.ts'
import {
  BESIDE,
  DISTANCE_COUNT,
  distanceFeature,
  FORM_FEATURE_COUNT,
  formFeatures,
  LIMIT_RUNS,
  OUTPUT_MEANINGS,
  OUTPUTS,
  outputOf,
} from '../../src/text/reading/scoring/features.ts'
import { collectExamples } from './collect-examples.ts'
import { readLabels, readRunningText, readTables } from './read-rows.ts'
import { splitRows } from './split-rows.ts'

const [file = 'examples.jsonl', running] = process.argv.slice(2)
const known = [...readLabels(), ...readTables()]
const heldOut = splitRows(known)
const rows = [...known, ...(running === undefined ? [] : readRunningText(running))]
const places = new Map(OUTPUTS.map((name, i) => [name, i]))
const counts = {
  shapes: SHAPE_COUNT,
  distances: DISTANCE_COUNT,
  forms: FORM_FEATURE_COUNT,
  beside: BESIDE,
  outputs: OUTPUTS,
  meanings: OUTPUTS.map((name) => OUTPUT_MEANINGS.get(name) ?? ''),
}

/** All features of a run from one of them on. */
function expandRun(feature: number): readonly number[] {
  const run = LIMIT_RUNS.find(([start, end]) => feature >= start && feature < end)
  return run === undefined ? [feature] : Array.from({ length: run[1] - feature }, (_, i) => feature + i)
}

/** What the network sees of a question, and the outputs that are right. */
function describe(question: Question, right: readonly number[]) {
  const { grammar, candidates, surroundings, usual, written } = question
  const allowed = candidates.map((one) => places.get(outputOf(grammar, one.class))!)
  return {
    written,
    form: formFeatures(question).flatMap(expandRun),
    allowed,
    usual: allowed[usual],
    right: right.map((k) => allowed[k]),
    words: surroundings.map(({ look }) => look.key),
    shapes: surroundings.map(({ look }) => look.shape),
    distances: surroundings.map(distanceFeature),
    steps: surroundings.map(({ distance, earlier }) =>
      earlier || Math.abs(distance) > BESIDE ? -1 : distance + BESIDE,
    ),
  }
}

const lines = [JSON.stringify(counts)]
for (const [i, row] of rows.entries())
  for (const { question, right } of collectExamples(row))
    lines.push(
      JSON.stringify({
        ...describe(question, right),
        row: i,
        origin: row.origin,
        family: 'family' in row ? row.family : question.grammar,
        evidence: 'family' in row ? row.evidence : row.origin,
        heldOut: row.origin !== 'frames' && heldOut.has(i),
      }),
    )
process.stdout.write(`${lines.length - 1} examples of ${rows.length} rows, ${heldOut.size} rows held out\n`)

writeFileSync(file, lines.join('\n'))
