/**
 * How many homographs are read right, and which everyday sentences are not.
 *   npm run bench -- homographs [FOLDER]
 * FOLDER holds the train part of the Wikipedia Homograph Data. With it, a model is trained on 85 % of its sentences like the
 * one that is shipped, and measured on the others.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHomographModel, type HomographModel } from '../src/text/phonemization/homographs/homograph-model.ts'
import { listReadings } from '../src/text/phonemization/homographs/list-readings.ts'
import { resolveHomograph } from '../src/text/phonemization/homographs/resolve-homograph.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'
import { checkSentences } from '../training/homographs/check-sentences.ts'
import {
  type Example,
  LEARNED,
  OWN_SENTENCES,
  readOwnExamples,
  readPublicExamples,
} from '../training/homographs/read-examples.ts'
import { soundsAlike, trainHomographModel } from '../training/homographs/train-model.ts'
import { printTable } from './support/print-table.ts'

const ROOT = join(import.meta.dirname, '..')
const HELD_OUT = [
  'held-out.tsv',
  'everyday-held-out.tsv',
  'everyday-final.tsv',
  'everyday-second-final.tsv',
  'everyday-third-final.tsv',
  'everyday-fourth-final.tsv',
  'everyday-fifth-final.tsv',
  'everyday-sixth-final.tsv',
  'everyday-seventh-final.tsv',
  'everyday-eighth-final.tsv',
  'everyday-ninth-final.tsv',
  'everyday-tenth-final.tsv',
  'everyday-eleventh-final.tsv',
  'everyday-twelfth-final.tsv',
  'everyday-thirteenth-final.tsv',
  'everyday-fourteenth-final.tsv',
  'everyday-fifteenth-final.tsv',
  'everyday-sixteenth-final.tsv',
  'everyday-seventeenth-final.tsv',
  'everyday-eighteenth-final.tsv',
  'everyday-nineteenth-final.tsv',
  'everyday-twentieth-final.tsv',
  'everyday-twenty-first-final.tsv',
]
const ROUNDS = 20

const lexicon = createLexicon(readFileSync(join(ROOT, 'data/lexicon/en-us.bin')))
const tagger = createTagger(readFileSync(join(ROOT, 'data/tagging/en-us.bin')))
const reader = { lexicon, tagger }
const NO_MODEL: HomographModel = { tagger, readingsOf: listReadings, score: () => 0 }
const shipped = createHomographModel(readFileSync(join(ROOT, 'data/homographs/en-us.bin')), tagger)

/** The word of an example, and how it is read with a model. */
function read({ sentence, index }: Example, model: HomographModel): { word: string; phonemes: string } {
  const word = sentence.words[index]!.text
  const sense = resolveHomograph(lexicon.homographOf(word)!, { sentence, index, model })
  return { word, phonemes: sense.phonemes.join(' ') }
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`
}

function rightWith(examples: readonly Example[], model: HomographModel): string {
  const right = examples.filter((example) => soundsAlike(read(example, model).phonemes, example.phonemes))
  return percent(right.length, examples.length)
}

function countBy(examples: readonly Example[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const example of examples) {
    const key = `${read(example, NO_MODEL).word} ${example.phonemes}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** What always taking the reading most frequent in training would give. */
function rightByFrequency(training: readonly Example[], examples: readonly Example[]): string {
  const counts = countBy(training)
  const right = examples.filter((example) => {
    const word = example.sentence.words[example.index]!.text
    const own = counts.get(`${word} ${example.phonemes}`) ?? 0
    return listReadings(word, lexicon.homographOf(word)!).every(
      ({ senses }) => (counts.get(`${word} ${senses[0]!.phonemes.join(' ')}`) ?? 0) <= own,
    )
  })
  return percent(right.length, examples.length)
}

for (const name of [...LEARNED, ...HELD_OUT]) {
  const sentences = checkSentences(readFileSync(join(OWN_SENTENCES, name), 'utf8'), { lexicon, model: shipped })
  const wrong = sentences.filter(({ isRight }) => !isRight)
  console.log(`${name}: ${sentences.length - wrong.length} of ${sentences.length} right`)
  for (const { sentence, expected } of wrong) console.log(`  ${sentence}  should be ${expected}`)
}

const own = LEARNED.flatMap((name) => readOwnExamples(name, reader))
const [folder] = process.argv.slice(2)
if (folder !== undefined) {
  const publicExamples = readPublicExamples(folder, reader)
  const training = publicExamples.filter(({ isHeldOut }) => !isHeldOut)
  const heldOut = publicExamples.filter(({ isHeldOut }) => isHeldOut)
  const model = createHomographModel(trainHomographModel([...training, ...own], lexicon), tagger)
  const row = (how: string, right: string) => ({ how, right, sentences: heldOut.length })
  printTable([
    row('the most frequent reading', rightByFrequency(training, heldOut)),
    row('the clues alone', rightWith(heldOut, NO_MODEL)),
    row('the model and the clues', rightWith(heldOut, model)),
  ])
}

const began = performance.now()
for (let round = 0; round < ROUNDS; round++) for (const example of own) read(example, shipped)
const microseconds = (1000 * (performance.now() - began)) / (ROUNDS * own.length)
console.log(`${microseconds.toFixed(0)} µs a homograph`)
