/** How many homographs are read right, and which sentences are not. Run: node bench/homographs.ts */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSentences } from '../src/text/phonemization/homographs/sentences/check-sentences.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'

const ROOT = join(import.meta.dirname, '..')
const lexicon = createLexicon(readFileSync(join(ROOT, 'data/lexicon/en-us.bin')))

for (const name of ['tuning.tsv', 'held-out.tsv']) {
  const table = readFileSync(join(ROOT, 'src/text/phonemization/homographs/sentences', name), 'utf8')
  const sentences = checkSentences(table, lexicon)
  const wrong = sentences.filter(({ isRight }) => !isRight)
  console.log(`${name}: ${sentences.length - wrong.length} of ${sentences.length} right`)
  for (const { sentence, expected } of wrong) console.log(`  ${sentence}  should be ${expected}`)
}
