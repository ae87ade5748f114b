/** Speed of the way from words to phonemes. Run: npm run bench -- phonemization */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NEUTRAL_DELIVERY } from '../src/text/markup/tree/markup-run.ts'
import type { NormalizedText } from '../src/text/normalization/normalized-text.ts'
import { createHomographModel } from '../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { phonemize } from '../src/text/phonemization/phonemize.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'

const DATA = join(import.meta.dirname, '../data')
const KNOWN =
  'the old man and the sea is a story about a fisherman who had gone eighty four days without taking a fish and it made the boy sad to see him come in each day with his boat empty and he always went down to help him carry either the coiled lines or the gaff and harpoon and the sail that was rolled around the mast'.split(
    ' ',
  )
const UNKNOWN =
  'zorblatt quintavious kelvaraz smoorish flibbertine crandolph vexiloid prantaceous brimwick thorvalen'.split(' ')
const ROUNDS = 300

function textOf(words: readonly string[]): NormalizedText {
  const spoken = words.map((text, source) => ({
    text,
    written: text,
    source,
    sound: 'word' as const,
    delivery: NEUTRAL_DELIVERY,
  }))
  return {
    words: words.map((text) => ({ text, start: 0, end: text.length })),
    sentences: [{ words: spoken, endsParagraph: true }],
  }
}

function print(name: string, milliseconds: number): void {
  console.log(`${name.padEnd(52)} ${milliseconds.toFixed(3).padStart(9)} ms`)
}

const started = performance.now()
const lexicon = createLexicon(readFileSync(join(DATA, 'lexicon/en-us.bin')))
print('loading the lexicon', performance.now() - started)
const startedModel = performance.now()
const letterToSound = createLetterToSound(readFileSync(join(DATA, 'letter-to-sound/en-us.bin')))
const homographs = createHomographModel(
  readFileSync(join(DATA, 'homographs/en-us.bin')),
  createTagger(readFileSync(join(DATA, 'tagging/en-us.bin'))),
)
print('loading the letter-to-sound model', performance.now() - startedModel)

type Run = { readonly rounds?: number; readonly locale?: string }

function median(words: readonly string[], { rounds = ROUNDS, locale = 'en_US' }: Run = {}): number {
  const text = textOf(words)
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    phonemize(text, { lexicon, letterToSound, homographs, locale })
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[rounds >> 1]!
}

const known200 = Array.from({ length: 200 }, (_, index) => KNOWN[index % KNOWN.length]!)
print('200 known words, median', median(known200))
print('200 known words, British, median', median(known200, { locale: 'en_GB' }))
print('an unknown word, median', median(UNKNOWN) / UNKNOWN.length)
for (const letters of [10_000, 100_000])
  print(`one word of ${letters} letters`, median(['abcde'.repeat(letters / 5)], { rounds: 3 }))
