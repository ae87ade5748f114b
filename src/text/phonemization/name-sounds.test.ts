import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analyzeText } from '../analyze-text.ts'
import { createReadingScorer } from '../reading/scoring/scorer.ts'
import { createReplacementSet } from '../replacements/replacement-set.ts'
import { createTagger } from '../tagging/tagger.ts'
import { createHomographModel } from './homographs/homograph-model.ts'
import { createLetterToSound } from './letter-to-sound/letter-to-sound.ts'
import { createLexicon } from './lexicon/lexicon.ts'

const options = {
  lexicon: createLexicon(readFileSync('data/lexicon/en-us.bin')),
  letterToSound: createLetterToSound(readFileSync('data/letter-to-sound/en-us.bin')),
  homographs: createHomographModel(
    readFileSync('data/homographs/en-us.bin'),
    createTagger(readFileSync('data/tagging/en-us.bin')),
  ),
  readings: createReadingScorer(readFileSync('data/reading/en-us.bin')),
  replacements: createReplacementSet([]),
  ssml: false,
  locale: 'en_US',
} as const

function say(text: string): string {
  const { sentences } = analyzeText(text, options)
  const words = sentences.flatMap((sentence) => sentence.words)
  return words.map(({ phonemes }) => phonemes.join(' ')).join(', ')
}

describe('marks', () => {
  test.each([
    ['Spanish', 'Íñigo', 'IY0 N Y IY1 G OW0'],
    ['Spanish', 'Ramón', 'R AH0 M OW1 N'],
    ['Spanish', 'Córdoba', 'K AO1 R D AH0 B AH0'],
    ['Spanish', 'León', 'L EY0 OW1 N'],
    ['Spanish', 'Sebastián', 'S EH0 B AA0 S T Y AA1 N'],
    ['Spanish', 'Jesús', 'HH EY2 S UW1 S'],
    ['Spanish', 'Andrés', 'AA0 N D R EH1 S'],
    ['Czech', 'Zdeněk', 'Z D EH1 N EH0 K'],
    ['Polish', 'Wiśniewski', 'V IY0 SH N Y EH1 F S K IY0'],
    ['Turkish', 'Şahin', 'SH AA0 HH IH1 N'],
    ['French', 'Hermès', 'EH0 R M EH1 Z'],
    ['French', 'Élise', 'AH0 L IY1 S'],
    ['French', 'Barré', 'B AA0 R EY1'],
    ['French', 'Lévi-Strauss', 'L EH1 V IY0, S T R AW1 S'],
    ['German', 'Löw', 'L ER1 V'],
    ['Croatian', 'Kovač', 'K OW1 V AA0 CH'],
    ['Polish', 'Kraków', 'K R AA1 K AW2'],
    ['Vietnamese', 'Tô Lâm', 'T OW1, L AE1 M'],
    ['Vietnamese', 'Hồ Chí Minh', 'HH OW1, CH IY1, M IH1 N'],
    ['Irish', 'Sinéad', 'SH IH0 N EY1 D'],
  ])('of %s %s are heard as %s', (_origin, name, expected) => {
    expect(say(name)).toBe(expected)
  })

  test('leave words without a capital, and names that have them in the lexicon, as they are', () => {
    expect(say('naïve cafés')).toBe('N AY2 IY1 V, K AE2 F EY1 Z')
    expect(say('Düsseldorf and Søren')).toBe('D UH1 S AH0 L D AO2 R F, AH0 N D, S AO1 R AH0 N')
  })
})

describe('names that depend on their neighbour', () => {
  test.each([
    ['Jean-Luc', 'ZH AA1 N, L UW1 K'],
    ['Shinzo Abe', 'SH IH1 N Z OW0, AA1 B EY0'],
    ['Yoav Gallant', 'Y OW0 AA1 V, G AH0 L AA1 N T'],
    ['Primo Levi', 'P R IY1 M OW2, L EH1 V IY0'],
    ['Ralph Fiennes', 'R EY1 F, F AY1 N Z'],
    ['Via Veneto', 'V IY1 AH0, V EH1 N AH0 T OW2'],
    ['tai chi', 'T AY1, CH IY1'],
    ['en route', 'AA1 N, R UW1 T'],
    ['Champs-Élysées', 'SH AA1 N Z, EY0 L IY0 Z EY1'],
    ['Thierry Henry', 'T Y EH0 R IY1, AA0 N R IY1'],
    ['Yves Saint Laurent', 'IY1 V, S AE1 N, L AO0 R AA1 N'],
    ['Camille Saint-Saëns', 'K AH0 M IY1 L, S AE1 N, S AA1 N S'],
    ['Richard Wagner', 'R IH1 CH ER0 D, V AA1 G N ER0'],
    ['the Rio Grande', 'DH AH0, R IY1 OW0, G R AE1 N D'],
    ['Pierre, South Dakota', 'P IH1 R, S AW1 TH, D AH0 K OW1 T AH0'],
    ['Sue Lyon', 'S UW1, L AY1 AH0 N'],
    ['Menachem Begin', 'M AH0 N AA1 K AH0 M, B EY1 G IH0 N'],
    ['vis-à-vis', 'V IY2 Z, AH0, V IY1'],
    ['pied-à-terre', 'P Y EY2 D, AH0, T EH1 R'],
    ['carte blanche', 'K AA1 R T, B L AA1 N SH'],
    ['pico de gallo', 'P IY1 K OW0, D AH0, G AY1 OW0'],
  ])('%s is %s', (text, expected) => {
    expect(say(text)).toBe(expected)
  })

  test.each([
    ['Jean called.', 'JH IY1 N'],
    ['Abe Lincoln', 'EY1 B'],
    ['gallant knights', 'G AE1 L AH0 N T'],
    ['Levi Strauss', 'L IY1 V AY0'],
    ['Ralph Lauren', 'R AE1 L F'],
    ['via Paris', 'V AY1 AH0'],
    ['my son', 'M AY1, S AH1 N'],
    ['Henry Ford', 'HH EH1 N R IY0'],
    ['Saint Paul', 'S EY1 N T'],
    ['Wagner, Robert', 'W AE1 G N ER0'],
    ['Grande, Ariana', 'G R AA1 N D EY0'],
    ['Pierre Trudeau', 'P IY0 EH1 R'],
    ['Lyon, France', 'L IY0 OW1 N'],
    ['begin again', 'B IH0 G IH1 N'],
  ])('%s keeps its usual sound', (text, expected) => {
    expect(say(text).startsWith(expected)).toBe(true)
  })
})

test.each([
  ['Brayleigh', 'B R EY1 L IY0'],
  ['Pressleigh', 'P R EH1 S L IY0'],
  ['Grampshire', 'G R AE1 M P SH ER0'],
  ['Eldermoor', 'EH1 L D ER0 M UH0 R'],
  ['Salamandridae', 'S AE2 L AH0 M AE1 N D R IH0 D IY2'],
  ['Brassicaceae', 'B R AE2 S IH0 K EY1 S IY0 IY2'],
])('the ending of %s is said as in other names', (name, expected) => {
  expect(say(name)).toBe(expected)
})

test.each([
  ['US', 'Deshawn', 'D AH0 SH AO1 N'],
  ['US', 'Nevaeh', 'N AH0 V EY1 AH0'],
  ['Spanish', 'Villaraigosa', 'V IY2 Y AH0 R AY0 G OW1 S AH0'],
  ['Spanish', 'Quinones', 'K IY0 N Y OW1 N EH0 S'],
  ['Italian', 'Agnelli', 'AA0 N Y EH1 L IY0'],
  ['Polish', 'Krzysztof', 'K SH IH1 SH T AO0 F'],
  ['Polish', 'Mazurek', 'M AH0 Z ER1 EH0 K'],
  ['Japanese', 'Uchida', 'UW0 CH IY1 D AH0'],
  ['Vietnamese', 'Huynh', 'HH W IH1 N'],
  ['Dutch', 'Rijn', 'R AY1 N'],
  ['US places', 'Natchitoches', 'N AE1 K AH0 T IH0 SH'],
  ['British places', 'Warwickshire', 'W AO1 R IH0 K SH ER0'],
  ['software', 'Ubuntu', 'UH0 B UH1 N T UW0'],
  ['medicines', 'Sacubitril', 'S AH0 K Y UW1 B IH0 T R IH0 L'],
  ['history', 'Nebuchadnezzar', 'N EH2 B AH0 K AH0 D N EH1 Z ER0'],
])('%s: %s is %s', (_origin, name, expected) => {
  expect(say(name)).toBe(expected)
})
