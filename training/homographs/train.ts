/**
 * Trains data/homographs/en-us.bin on all public sentences and on our own.
 *   node training/homographs/train.ts FOLDER
 * FOLDER holds the train part of the Wikipedia Homograph Data; docs/text-pronunciation.md says where it comes from.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { createTagger } from '../../src/text/tagging/tagger.ts'
import { LEARNED, readOwnExamples, readPublicExamples } from './read-examples.ts'
import { trainHomographModel } from './train-model.ts'

const DATA = join(import.meta.dirname, '../../data')
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Cannot train: expected the folder of the public sentences')

const lexicon = createLexicon(readFileSync(join(DATA, 'lexicon/en-us.bin')))
const reader = { lexicon, tagger: createTagger(readFileSync(join(DATA, 'tagging/en-us.bin'))) }
const own = LEARNED.flatMap((name) => readOwnExamples(name, reader))
const examples = [...readPublicExamples(folder, reader), ...own]
const bytes = trainHomographModel(examples, lexicon)
writeFileSync(join(DATA, 'homographs/en-us.bin'), bytes)
process.stdout.write(`${examples.length} sentences, ${own.length} of them our own: ${bytes.length} bytes\n`)
