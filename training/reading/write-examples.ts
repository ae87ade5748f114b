/**
 * Writes the training examples, one JSON object a line, as the service sees them. With running text, a sentence or paragraph a
 * line and gzipped, its questions are written too: they have no answer, and one network can learn from another with them.
 * Run: npx node training/reading/write-examples.ts FILE [RUNNING_TEXT]
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { SHAPE_COUNT } from '../../src/text/reading/context/look-around.ts'
import type { Question } from '../../src/text/reading/question.ts'
import {
  BESIDE,
  DISTANCE_COUNT,
  distanceFeature,
  FORM_FEATURE_COUNT,
  formFeatures,
  LIMIT_RUNS,
  OUTPUTS,
  outputOf,
} from '../../src/text/reading/scoring/features.ts'
import { collectExamples } from './collect-examples.ts'
import { readLabels, readTables } from './read-rows.ts'
import { readWithChoices } from './read-text.ts'
import { splitRows } from './split-rows.ts'

/** Questions of running text for each grammar, so that the common ones do not crowd out the others. */
const MOST_OF_GRAMMAR = 4000
/** Paragraphs that are read together, as the sentence before counts. */
const PARAGRAPHS = 4

const [file = 'examples.jsonl', runningText] = process.argv.slice(2)
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
        family: row.origin === 'table' ? question.grammar : row.family,
        evidence: row.origin === 'table' ? 'table' : row.evidence,
        heldOut: row.origin !== 'frames' && heldOut.has(i),
      }),
    )
process.stdout.write(`${lines.length - 1} examples of ${rows.length} rows, ${heldOut.size} rows held out\n`)

writeFileSync(file, lines.join('\n'))

if (runningText !== undefined) {
  const running: string[] = []
  const taken = new Map<string, number>()
  const paragraphs = gunzipSync(readFileSync(runningText))
    .toString('utf8')
    .split('\n')
    .filter((text) => /\w/.test(text) && !/::|<|[^ -~¡-ɏ‐-…]/.test(text))
  for (let at = 0; at < paragraphs.length; at += PARAGRAPHS) {
    const locale = (at / PARAGRAPHS) % 3 === 0 ? 'en_GB' : 'en_US'
    for (const question of readWithChoices(paragraphs.slice(at, at + PARAGRAPHS).join('\n'), locale).asked) {
      const count = (taken.get(question.grammar) ?? 0) + 1
      taken.set(question.grammar, count)
      if (count > MOST_OF_GRAMMAR) continue
      running.push(
        JSON.stringify({
          ...describe(question, []),
          row: -1,
          origin: 'running',
          family: question.grammar,
          evidence: 'running',
          heldOut: false,
        }),
      )
    }
  }
  process.stdout.write(`questions of running text: ${JSON.stringify(Object.fromEntries(taken))}\n`)
  appendFileSync(file, `\n${running.join('\n')}`)
}
