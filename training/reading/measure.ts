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

Some batches were also read before anything from them was learned. The network of 1.2.0 read 574 of 600 plain sentences from scripts, news and manuals correctly (95.7 %), and 403 of 500 lines of dense notes (80.6 %).
It read 6,230 of another 7,453 rows, most of them twins (83.6 %), and both rows of 1,692 of their 2,621 pairs. An earlier network of 1.3.0 read 583 of the same plain sentences (97.2 %) and 420 of the same notes (84.0 %).
The network of 1.4.0 read 665 of 886 rows, four fifths of them twins in the style of notes and lists (75.1 %), and both rows of 174 of their 356 pairs. A network that had learned from these read 705 of another 919 (76.7 %), and both rows of 151 of 306 pairs. The network of 1.5.0 read 12,585 of another 17,833 rows (70.6 %), nearly all of them twins, and both rows of 3,382 of 7,522 pairs. In these batches, \`far\` and \`near\` are the writer's guess.
Two thirds of each batch are learned afterwards. The other third joins the unseen rows.

## Learning curve

Networks that learned a part of the labelled sentences, all tables and all running text, and how many of the sentences kept back they read right together with the rules.

${curve()}

Whoever wrote \`more.tsv\` had seen mistakes of the families \`abbreviation\`, \`hyphen\`, \`letter\`, \`money\`, \`sign\` and \`unit\`, so their figures are optimistic. If a target is part of a written word, only the words said for that part are compared.
`
}
