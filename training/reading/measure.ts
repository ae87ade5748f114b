/**
 * How many held-out labelled sentences are read right, as a table; with `--page`, written to docs/reading-accuracy.md; with
 * `--curve`, as a line of learning-curve.tsv for a model that learned this part of the labels.
 * Run: npx node training/reading/measure.ts [MODEL] [--page] [--misses FAMILY] [--curve SHARE]
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createReadingScorer } from '../../src/text/reading/scoring/scorer.ts'
import { judgeHeldOut, sumUp, type Tally } from './measure-held-out.ts'

const ROOT = join(import.meta.dirname, '../..')
const CURVE = join(import.meta.dirname, 'learning-curve.tsv')
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { page: { type: 'boolean', default: false }, misses: { type: 'string' }, curve: { type: 'string' } },
})
const [file = join(ROOT, 'data/reading/en-us.bin')] = positionals
const judged = judgeHeldOut(createReadingScorer(readFileSync(file)))
for (const { row, kind, said, tally } of judged) {
  if (row.family !== values.misses || tally.shipped === 1) continue
  const { text, start, end, accepted } = row
  const marked = `${text.slice(0, start)}⟦${text.slice(start, end)}⟧${text.slice(end)}`
  const isLost = tally.rules === 1 ? '\tthe rules are right' : ''
  process.stdout.write(`${kind}\t${marked}\t${said}\tnot ${accepted.join(' or ')}${isLost}\n`)
}

const KINDS = ['near', 'far', 'twins', 'unseen near', 'unseen far', 'unseen twins']
const sums = sumUp(judged)
const countOf = (kind: string): string => {
  const { shipped, rows } = sums.get(`all ${kind}`)!
  return `${shipped} of ${rows}`
}
const families = [...new Set([...sums.keys()].map((key) => key.split(' ')[0]!))].filter((family) => family !== 'all')
const cell = (tally: Tally | undefined): string =>
  tally === undefined ? '' : `${tally.rules} / ${tally.scorer} / ${tally.shipped} of ${tally.rows}`
const lines = [...families.sort(), 'all'].map((family) => {
  const cells = KINDS.map((kind) => cell(sums.get(`${family} ${kind}`)))
  return `| ${family} | ${cells.join(' | ')} |`
})
const table = [`| family | ${KINDS.join(' | ')} |`, `| --- |${' --- |'.repeat(KINDS.length)}`, ...lines].join('\n')
if (values.page) writeFileSync(join(ROOT, 'docs/reading-accuracy.md'), page(table))
else if (values.curve !== undefined) appendFileSync(CURVE, `${values.curve}\t${KINDS.map(countOf).join('\t')}\n`)
else process.stdout.write(`${table}\n`)

/** The learning curve as a table of Markdown. */
function curve(): string {
  const lines = readFileSync(CURVE, 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => `| ${line.split('\t').join(' | ')} |`)
  return [`| part of the labels | ${KINDS.join(' | ')} |`, `| --- |${' --- |'.repeat(KINDS.length)}`, ...rows].join(
    '\n',
  )
}

function page(table: string): string {
  return `# How often readings are right

Written by \`npx node training/reading/measure.ts --page\`.

Of the [labelled sentences](../training/reading/labels/README.md), an eighth is never learned by the scorer. Each cell says how many of these are read right by the rules of normalisation alone, by the scorer without the rules, and by both together, which is what ships. _Near_: the deciding word touches the form;
_far_: it is elsewhere in the sentence or in the one before; _twins_: two sentences with the same form and much the same words, and another reading. A reading that the labels do not list counts as wrong, though some of these would pass.
_Unseen_: whole batches of \`unseen.tsv\`, of which nothing is learned. Their writers saw no rule, no result and no other label, and chose other topics and other deciding words than for \`further.tsv\`, or were parted from it by a fixed hash.

${table}

Before any of the batches \`d\` and \`e\` (1,303 rows of 14 families) was learned, the network of 0.19.0 read 1,110 of them right (85.2 %). Batch \`f\` (989 rows of 10 families) was written to be hard: 448 of its rows are twins, and many others have a cue for another reading. Before any of it was
learned, the network of 0.20.0 read 782 right (79.1 %): 176 of 204 with the deciding word beside the form, 279 of 337 with it elsewhere, 327 of 448 rows of twins, both rows of 114 of 224 pairs. By family: abbreviation 87 of 102, capitals 72 of 101, digits4 86 of 99, hyphen 74 of 94, letter 68 of 97,
point 84 of 99, score 70 of 99, sign 74 of 98, slash 76 of 100, unit 91 of 100. Two thirds of the rows of these batches are learned now, and a third is among the unseen ones.

## Learning curve

Networks of the size that ships that learned a part of the labelled sentences, without the lessons of larger ones, and how many of the sentences kept back they read right together with the rules. The curve was drawn before batch \`f\`.

${curve()}

Whoever wrote \`more.tsv\` had seen mistakes of the families \`abbreviation\`, \`hyphen\`, \`letter\`, \`money\`, \`sign\` and \`unit\`, so their figures are optimistic. If a target is part of a written word, only the words said for that part are compared.
`
}
