import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { analyzeText } from '../../text/analyze-text.ts'
import { createHomographModel } from '../../text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../../text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../../text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../../text/reading/scoring/scorer.ts'
import { createTagger } from '../../text/tagging/tagger.ts'
import { titleSpeech } from './title-speech.ts'

const resources = {
  lexicon: createLexicon(readFileSync('data/lexicon/en-us.bin')),
  letterToSound: createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin')),
  homographs: createHomographModel(
    readFileSync('data/homographs/en-us.bin'),
    createTagger(readFileSync('data/tagging/en-us.bin')),
  ),
  readings: createReadingScorer(readFileSync('data/reading/en-us.bin')),
}

function titleOf(text: string, ssml = false): string {
  const { words } = analyzeText(text, { replacements: { libraries: [] }, ssml, locale: 'en_US', ...resources })
  return titleSpeech({ words })
}

test.each([
  ['Hello.', 'Hello.'],
  ['  “Hello,”\n he  said!  ', '“Hello,” he said!'],
  ['It costs $4.99, <tempo value="0.8">really</tempo>.', 'It costs $4.99, really.'],
  ['A ::toh-MAY-toh::, or a <respell value="toh-MAH-toh">tomato</respell>?', 'A toh-MAY-toh, or a tomato?'],
  // Exactly 60 characters, and 61.
  [
    'Twelve words of text that fill the whole line to the end, ok',
    'Twelve words of text that fill the whole line to the end, ok',
  ],
  [
    'Twelve words of text that fill the whole line to the end, oks',
    'Twelve words of text that fill the whole line to the end',
  ],
  [
    'One sentence ends here. (And then another one goes on and on and on.)',
    'One sentence ends here. (And then another one goes on and on',
  ],
  [
    'The first part is said to be long enough (very long) – others are not',
    'The first part is said to be long enough (very long)',
  ],
  ['a '.repeat(200), `${'a '.repeat(29)}a`],
  ['😀 Hi 😀', '😀 Hi 😀'],
  ['x'.repeat(70), 'x'.repeat(60)],
])('%j is called %j', (text, title) => {
  expect(titleOf(text)).toBe(title)
})

test.each([
  [
    '<speak><p>Press <sub alias="the hash key">#</sub> <break time="1s"/> <emphasis>now</emphasis>.</p></speak>',
    'Press # now.',
  ],
  ['<speak>Ham &amp; eggs, 1 &lt; 2</speak>', 'Ham & eggs, 1 < 2'],
])('the SSML %j is called %j', (ssml, title) => {
  expect(titleOf(ssml, true)).toBe(title)
})
