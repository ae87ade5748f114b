/**
 * Learns data/tagging/en-us.bin from the English Web Treebank, and which kinds of words there are from running text.
 *   npx node training/tagging/train.ts TREEBANK RUNNING_TEXT
 * TREEBANK is a folder with ewt-train.conllu.gz and ewt-dev.conllu.gz; RUNNING_TEXT has a sentence a line, gzipped.
 * Prints how often tags and tight gaps of the dev part are right.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ByteTable } from '../../src/text/byte-table.ts'
import { tagWords } from '../../src/text/tagging/tag-words.ts'
import { packTaggingModel } from '../../src/text/tagging/tagging-model.ts'
import { describeWords, type WordTraits, withKinds } from '../../src/text/tagging/word-traits.ts'
import { labelGaps } from './label-gaps.ts'
import { labelTags } from './label-tags.ts'
import { createTagCounter, learnKinds, NO_KINDS } from './learn-kinds.ts'
import { measureGaps, measureTags } from './measure.ts'
import { quantize } from './quantize.ts'
import { createAnalyzer, type Example, readExamples } from './read-examples.ts'
import { readTreebank } from './read-treebank.ts'
import { type TaggedSentence, trainTagger } from './train-tagger.ts'
import { type LabelledGaps, trainTight } from './train-tight.ts'
import { varyFigures } from './vary-figures.ts'

/** Places for hashed features. With these sizes, the file stays below 1.5 MB. */
const TAG_ROWS = 60_000
const TIGHT_WEIGHTS = 160_000
const EPOCHS = 6
const TIGHT_EPOCHS = 6
/** Words that are rarer in the running text have no kind. */
const LEAST_COUNT = 4
const KIND_BITS = 15
/** How often the running text is tagged, each time by a tagger that knows the kinds from the last time. */
const KIND_ROUNDS = 2
/** The tagger of the first round has no limit of size. */
const WIDE_ROWS = 2 ** 18
/** The tags by which gaps are learnt come from taggers that have not seen the sentence. */
const FOLDS = 4
/** Each so many sentences with more figures are learnt from. */
const VARIED = 2
/** Every tenth line of the running text is kept back, for judging by ear and eye. */
const KEPT_BACK = 7

/** A line of letters, figures and usual punctuation. */
const PLAIN = /^(?=.*[a-z])[\x20-\x7e\u2013-\u201d]+$/i

type Labelled = { readonly example: Example; readonly sentence: TaggedSentence }

function log(message: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(6)} s  ${message}\n`)
}

function readRunningText(path: string): readonly WordTraits[] {
  const analyze = createAnalyzer()
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line, i) => i % 10 !== KEPT_BACK && PLAIN.test(line))
    .flatMap((line) => analyze(line).sentences.map(({ words }) => describeWords(words, NO_KINDS)))
}

function label(examples: readonly Example[], kinds: ByteTable): readonly Labelled[] {
  return examples.map((example) => ({
    example,
    sentence: { traits: describeWords(example.words, kinds), tags: labelTags(example) },
  }))
}

/** Learns the usual tags of words from the tags of running text. */
function learnKindsFrom(running: readonly WordTraits[], examples: readonly Example[]): ByteTable {
  let kinds = NO_KINDS
  for (let round = 0; round < KIND_ROUNDS; round++) {
    const sentences = label(examples, kinds).map(({ sentence }) => sentence)
    const weights = trainTagger(sentences, { rows: WIDE_ROWS, epochs: EPOCHS })
    const counter = createTagCounter()
    for (const traits of running) {
      const known = withKinds(traits, kinds)
      counter.add(known, tagWords(known, weights))
    }
    kinds = learnKinds(counter.counts, { least: LEAST_COUNT, slotBits: KIND_BITS })
    log(`round ${round + 1}: ${counter.counts.size} words, ${kinds.values.filter((kind) => kind > 0).length} of a kind`)
  }
  return kinds
}

/** Tags each sentence by a tagger that has learnt from the others. */
function tagUnseen(labelled: readonly Labelled[]): readonly LabelledGaps[] {
  const tagged: LabelledGaps[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const others = labelled.filter(({ example }) => example.tree.index % FOLDS !== fold).map(({ sentence }) => sentence)
    const weights = trainTagger(others, { rows: TAG_ROWS, epochs: EPOCHS })
    tagged.push(
      ...labelled.filter(({ example }) => example.tree.index % FOLDS === fold).map((one) => tagOne(one, weights)),
    )
  }
  return tagged
}

function tagOne({ example, sentence: { traits } }: Labelled, weights: Float32Array | Int8Array): LabelledGaps {
  return { traits, tags: tagWords(traits, weights), labels: labelGaps(example) }
}

const [treebank, runningText] = process.argv.slice(2)
if (treebank === undefined || runningText === undefined)
  throw new Error('Cannot train: expected the folder of the treebank and the path of the running text')
const trees = readTreebank(join(treebank, 'ewt-train.conllu.gz'))
const varied = varyFigures(trees).filter((_, i) => i % VARIED === 0)
const examples = readExamples([...trees, ...varied])
const unseen = readExamples(readTreebank(join(treebank, 'ewt-dev.conllu.gz')))
log(`${examples.length} sentences to learn from, ${unseen.length} to measure`)
const running = readRunningText(runningText)
log(`${running.length} sentences of running text`)
const kinds = learnKindsFrom(running, examples)
const labelled = label(examples, kinds)
const tagger = quantize(
  trainTagger(
    labelled.map(({ sentence }) => sentence),
    { rows: TAG_ROWS, epochs: EPOCHS },
  ),
).steps
const dev = label(unseen, kinds)
log(
  measureTags(
    dev.map(({ sentence }) => sentence),
    tagger,
  ),
)
const tight = quantize(trainTight(tagUnseen(labelled), { count: TIGHT_WEIGHTS, epochs: TIGHT_EPOCHS }))
log(
  measureGaps(
    dev.map((one) => tagOne(one, tagger)),
    tight,
  ),
)
const bytes = packTaggingModel({ kinds, tagger, tight: tight.steps, tightStep: tight.step })
writeFileSync(new URL('../../data/tagging/en-us.bin', import.meta.url), bytes)
log(`data/tagging/en-us.bin: ${bytes.length} bytes`)
