import { expect, test } from 'vitest'
import { analyzeEveryday } from '../../../test/support/everyday-sentences.ts'

const STRONG: Readonly<Record<string, string>> = {
  a: 'EY1',
  and: 'AE1 N D',
  are: 'AA1 R',
  as: 'AE1 Z',
  at: 'AE1 T',
  can: 'K AE1 N',
  could: 'K UH1 D',
  do: 'D UW1',
  does: 'D AH1 Z',
  for: 'F AO1 R',
  from: 'F R AH1 M',
  had: 'HH AE1 D',
  has: 'HH AE1 Z',
  have: 'HH AE1 V',
  must: 'M AH1 S T',
  of: 'AH1 V',
  should: 'SH UH1 D',
  than: 'DH AE1 N',
  to: 'T UW1',
  was: 'W AA1 Z',
  will: 'W IH1 L',
  would: 'W UH1 D',
}
const WEAK: Readonly<Record<string, string>> = {
  a: 'AH0',
  and: 'AH0 N D',
  can: 'K AH0 N',
  for: 'F ER0',
  than: 'DH AH0 N',
  to: 'T AH0',
  was: 'W AH0 Z',
}

/** A sentence with a word in asterisks, taken out before it is read. */
function soundOfMarked(marked: string): readonly [word: string, sound: string] {
  const before = marked.slice(0, marked.indexOf('*'))
  const word = /\*(\w+)\*/.exec(marked)![1]!
  const written = marked.replaceAll('*', '')
  const { sentences, words } = analyzeEveryday({ locale: 'en_US', written })
  const said = sentences
    .flatMap((sentence) => sentence.words)
    .find(({ source }) => words[source]!.start === before.length)
  return [word.toLowerCase(), said!.phonemes.join(' ')]
}

test.each([
  'Please give what you *can* today.',
  'Please do what you *can* to help them.',
  'Call us as soon as you *can* and ask for help.',
  'We will be there as soon as we *can*.',
  'Run as fast as you *can* to the exit.',
  'Bring whatever you *can* from home.',
  'We do everything we *can* to keep you safe.',
  'Save as much as you *can* now and spend the rest later.',
  'Stay as long as you *can* with your team.',
  'So *can* I.',
  '*Can* you? Ask him.',
  'You *can* too.',
  'She sings better than he *can*, they say.',
  'Help if you *can* or call.',
  'It is colder than it *was* last year.',
  'Everything is as it *was* before the war.',
  'He stayed where he *was* until morning.',
  'I remember where she *was* at the time.',
  'So *was* she.',
  'The house is the way it *was* when he left.',
  'It is what it *was*.',
  'She was late, and so *was* he.',
  'What is it *for*?',
  'This is what it is *for* and why.',
  'The bus I was waiting *for* was late.',
  'The one you asked *for* is here.',
  'It was paid *for* by the council.',
  'What do you look *for* in a partner?',
  'Come if you want *to* but call first.',
  "You don't have *to* because we will.",
  'The place we went *to* was closed.',
  'He has *to*, and she will.',
  'That depends on who you talk *to*.',
  'He is taller *than*, say, his brother.',
  'Salt *and*, if you like, pepper.',
  'I know where we *are* now.',
  'They are wider than they *are* tall.',
  "This is the one I'm looking *at*.",
  'Have you? I *have*.',
  'More people came than *have* before.',
  'Where are you *from*?',
  'It is what dreams are made *of*.',
  'She wanted to leave, and she *does*.',
  'He ran as fast as he *could* today.',
  'Eat what you *must* and leave.',
  'We would if we *could*.',
  'You said you *would*.',
  'Do as you *should*.',
  'I think I *will*.',
  'Yes, he *has*.',
  'She said she *had*.',
  'I *do* and I always did.',
])('%s', (marked) => {
  const [word, sound] = soundOfMarked(marked)
  expect(sound).toBe(STRONG[word])
})

test.each([
  'You *can* now order online.',
  'You *can* at any time cancel your plan.',
  'You *can* also pay by card.',
  'They *can* in some cases refuse.',
  '*Can* you help me?',
  'What *can* I do?',
  'You *can* only try.',
  'Do what you *can* do.',
  'He *was* in the garden.',
  'It *was* a good day.',
  'What it *was* like is hard to say.',
  'That is not what it *was* for.',
  'She knew where he *was* going.',
  '*Was* it raining?',
  'She cared *for* her mother.',
  'Wait *for* me.',
  'This is *for* will power.',
  'I want *to* be there.',
  'Welcome *to* the show.',
  'It was colder *than* last year.',
  'It is *a* "smart" lock.',
  'He bought *a* (very) small one.',
  'They sang "Help!" *and* "Yesterday" twice.',
  'We moved *to* "The Oaks" in May.',
])('%s', (marked) => {
  const [word, sound] = soundOfMarked(marked)
  expect(sound).toBe(WEAK[word])
})
