/**
 * Writes the training examples, one JSON object a line, as the service sees them.
 * Run: node training/reading/write-examples.ts FILE
 */
import { writeFileSync } from 'node:fs'
import { CLASSES } from '../../src/text/reading/candidate.ts'
import { SHAPE_COUNT } from '../../src/text/reading/context/look-around.ts'
import {
  BESIDE,
  DISTANCE_COUNT,
  distanceFeature,
  FIGURE_FEATURE_COUNT,
  figureFeatures,
} from '../../src/text/reading/scoring/features.ts'
import { readExamples } from './read-examples.ts'
import { splitExamples } from './split-examples.ts'

const [file = 'examples.jsonl'] = process.argv.slice(2)
const examples = readExamples()
const heldOut = splitExamples(examples)
const counts = {
  shapes: SHAPE_COUNT,
  distances: DISTANCE_COUNT,
  figures: FIGURE_FEATURE_COUNT,
  beside: BESIDE,
  classes: CLASSES.length,
}
const lines = examples.map(({ candidates, surroundings, locale, right, origin, family, evidence }, i) =>
  JSON.stringify({
    figure: figureFeatures(candidates[0]!.fields.digits, locale),
    allowed: candidates.map((one) => CLASSES.indexOf(one.class)),
    right,
    words: surroundings.map(({ key }) => key),
    shapes: surroundings.map(({ shape }) => shape),
    distances: surroundings.map(distanceFeature),
    steps: surroundings.map(({ distance, earlier }) => (earlier || Math.abs(distance) > BESIDE ? 0 : distance)),
    origin,
    family,
    evidence,
    heldOut: heldOut.has(i),
  }),
)
writeFileSync(file, [JSON.stringify(counts), ...lines].join('\n'))
process.stdout.write(`${examples.length} examples, ${heldOut.size} held out\n`)
