import { dictionary } from 'cmu-pronouncing-dictionary'
import { describe, expect, test } from 'vitest'
import { MarkupSyntaxError } from '../../errors.ts'
import { formatInitialismRespelling, formatRespelling } from './format-respelling.ts'
import { parseRespelling } from './parse-respelling.ts'

/** The chart's own examples: word, respelling, sounds as the CMU Pronouncing Dictionary has them. */
const CHART: readonly (readonly [word: string, respelling: string, phonemes: string])[] = [
  ['ant', 'ANT', 'AE1 N T'],
  ['spa', 'SPAH', 'S P AA1'],
  ['all', 'AWL', 'AO1 L'],
  ['eight', 'AYT', 'EY1 T'],
  ['egg', 'EHG', 'EH1 G'],
  ['ease', 'EEZ', 'IY1 Z'],
  ['in', 'IHN', 'IH1 N'],
  ['isle', 'YL', 'AY1 L'],
  ['oat', 'OHT', 'OW1 T'],
  ['ooh', 'OO', 'UW1'],
  ['foot', 'FUUT', 'F UH1 T'],
  ['up', 'UHP', 'AH1 P'],
  ['car', 'KAR', 'K AA1 R'],
  ['error', 'ERR-ur', 'EH1 R ER0'],
  ['more', 'MOR', 'M AO1 R'],
  ['cow', 'KOW', 'K AW1'],
  ['oy', 'OY', 'OY1'],
  ['urn', 'URN', 'ER1 N'],
  ['cure', 'KYUUR', 'K Y UH1 R'],
  ['beauty', 'BYOO-tee', 'B Y UW1 T IY0'],
  ['chart', 'CHAHRT', 'CH AA1 R T'],
  ['blank', 'BLAYNK', 'B L AE1 NG K'],
  ['bang', 'BAYNG', 'B AE1 NG'],
  ['higher', 'HY-ur', 'HH AY1 ER0'],
  ['higher in one syllable', 'HYUR', 'HH Y ER1'],
  ['bunk', 'BUHNK', 'B AH1 NG K'],
  ['dust', 'DUHST', 'D AH1 S T'],
  ['first', 'FURST', 'F ER1 S T'],
  ['glow', 'GLOH', 'G L OW1'],
  ['horse', 'HORS', 'HH AO1 R S'],
  ['jell', 'JEHL', 'JH EH1 L'],
  ['kite', 'KYT', 'K AY1 T'],
  ['laugh', 'LAF', 'L AE1 F'],
  ['mask', 'MASK', 'M AE1 S K'],
  ['nest', 'NEHST', 'N EH1 S T'],
  ['ring', 'RIHNG', 'R IH1 NG'],
  ['rink', 'RIHNK', 'R IH1 NG K'],
  ['pop', 'PAHP', 'P AA1 P'],
  ['quote', 'KWOHT', 'K W OW1 T'],
  ['rain', 'RAYN', 'R EY1 N'],
  ['slice', 'SLYS', 'S L AY1 S'],
  ['shy', 'SHY', 'SH AY1'],
  ['tart', 'TART', 'T AA1 R T'],
  ['though', 'DHOH', 'DH OW1'],
  ['think', 'THIHNK', 'TH IH1 NG K'],
  ['van', 'VAN', 'V AE1 N'],
  ['win', 'WIHN', 'W IH1 N'],
  ['axe', 'AKS', 'AE1 K S'],
  ['yes', 'YEHS', 'Y EH1 S'],
  ['zen', 'ZEHN', 'Z EH1 N'],
  ['yikes', 'YYKS', 'Y AY1 K S'],
]

/** Published respellings of whole words. */
const WORDS: typeof CHART = [
  ['tuple', 'TUH-puhl', 'T AH1 P AH0 L'],
  ['live', 'LYV', 'L AY1 V'],
  ['pizza', 'PEET-suh', 'P IY1 T S AH0'],
  ['covid', 'KOH-vihd', 'K OW1 V IH0 D'],
  ['studio', 'STOO-dee-oh', 'S T UW1 D IY0 OW0'],
  ['zebra', 'ZEE-bruh', 'Z IY1 B R AH0'],
  ['motorcycle', 'MOH-tur-sy-kuhl', 'M OW1 T ER0 S AY0 K AH0 L'],
  ['machine', 'muh-SHEEN', 'M AH0 SH IY1 N'],
  ['father', 'FAH-dhur', 'F AA1 DH ER0'],
  ['farther', 'FAR-dhur', 'F AA1 R DH ER0'],
  ['millionaire', 'MIH-lyuh-NERR', 'M IH2 L Y AH0 N EH1 R'],
  ['engineer', 'EHN-juh-NEER', 'EH2 N JH AH0 N IH1 R'],
  ['storyboard', 'STOH-ree-bord', 'S T OW1 R IY0 B AO0 R D'],
  ['about', 'uh-BOWT', 'AH0 B AW1 T'],
  ['flower', 'FLOW-ur', 'F L AW1 ER0'],
  ['singing', 'SIH-ngihng', 'S IH1 NG IH0 NG'],
  ['although', 'AWL-DHOH', 'AO2 L DH OW1'],
  ['measure', 'MEH-zhur', 'M EH1 ZH ER0'],
  ['FBI', 'ehf-bee-Y', 'EH0 F B IY0 AY1'],
  ['RSVP', 'ar-ehs-vee-PEE', 'AA0 R EH0 S V IY0 P IY1'],
]

const LENIENT: typeof CHART = [
  ['single vowel letters', 'PEN-i-lo-tu', 'P EH1 N IH0 L AA0 T AH0'],
  ['c, q and x', 'CAT-qiks-OX', 'K AE2 T K IH0 K S AA1 K S'],
  ['two vowels in a syllable', 'FEEUH', 'F IY1 AH0'],
  ['a syllabic consonant', 'BUHT-n', 'B AH1 T AH0 N'],
  ['a stressed syllabic consonant', 'HM', 'HH AH1 M'],
  ['a consonant alone', 'PIHT-s', 'P IH1 T S'],
]

describe('a respelling is read', () => {
  test.each([...CHART, ...WORDS, ...LENIENT])('%s: %s', (_word, respelling, phonemes) => {
    expect(parseRespelling(respelling).join(' ')).toBe(phonemes)
  })
})

describe('sounds are written', () => {
  /** The notation has two ways to write these; the generator uses the other one. */
  const otherWays: ReadonlySet<string> = new Set(['chart', 'higher in one syllable', 'storyboard', 'RSVP'])

  test.each([...CHART, ...WORDS].filter(([word]) => !otherWays.has(word)))('%s: %s', (_word, respelling, phonemes) => {
    expect(formatRespelling(phonemes.split(' '))).toBe(respelling)
  })

  test.each([
    ['chart', 'CH AA1 R T', 'CHART'],
    ['storyboard', 'S T AO1 R IY0 B AO2 R D', 'STOH-ree-bord'],
    ['motorcycle', 'M OW1 T ER0 S AY2 K AH0 L', 'MOH-tur-sy-kuhl'],
    ['thinking', 'TH IH1 NG K IH0 NG', 'THIHNG-kihng'],
    ['finger', 'F IH1 NG G ER0', 'FIHNG-gur'],
    ['onion', 'AH1 N Y AH0 N', 'UH-nyuhn'],
    ['adulthood', 'AH0 D AH1 L T HH UH2 D', 'uh-DUHLT-huud'],
    ['extra', 'EH1 K S T R AH0', 'EHK-struh'],
    ['mirror', 'M IH1 R ER0', 'MEER-ur'],
    ['very', 'V EH1 R IY0', 'VEH-ree'],
    ['pronunciation', 'P R OW0 N AH2 N S IY0 EY1 SH AH0 N', 'proh-NUHN-see-AY-shuhn'],
    ['two main stresses', 'AE1 K T IY1', 'AK-TEE'],
    ['no stress', 'DH AH0', 'DHUH'],
    ['no stress in two syllables', 'IH0 N T UW0', 'IHN-too'],
    ['no stress digits', 'T AH P AH L', 'TUH-puhl'],
    ['no vowel', 'HH M', 'HM'],
    ['Y at the end of a syllable', 'V AO0 Y CH EH0 HH AO1 F S K AH0', 'voy-cheh-HAWF-skuh'],
    ['nothing', '', ''],
  ])('%s: %s', (_word, phonemes, respelling) => {
    expect(formatRespelling(phonemes.split(' ').filter((phoneme) => phoneme !== ''))).toBe(respelling)
  })

  test('most of a large dictionary is written so that it reads back with the same sounds', () => {
    // Every twentieth entry, without those that carry a remark and those without a vowel ("shh").
    const words = Object.values(dictionary).filter((sounds, index) => index % 20 === 0 && /^[^#]*\d[^#]*$/.test(sounds))
    const wrong = words.filter((sounds) => {
      const back = parseRespelling(formatRespelling(sounds.split(' ')))
      return withoutMergers(back.join(' ')) !== withoutMergers(sounds)
    })
    expect(words.length).toBeGreaterThan(6000)
    expect(wrong.length / words.length).toBeLessThan(0.002)
  })

  /** The notation writes alike ihr and eer, and story's and more's vowel; and shows no stress after the main one. */
  function withoutMergers(sounds: string): string {
    return sounds.replaceAll(/\d/g, '').replaceAll('IY R', 'IH R').replaceAll('AO R', 'OW R')
  }
})

test.each([
  ['FBI', 'ehf-bee-Y'],
  ['RSVP', 'ar-ehs-vee-PEE'],
  ['bmw', 'bee-ehm-DUH-buhl-yoo'],
  ['www', 'duh-buhl-yoo-duh-buhl-yoo-DUH-buhl-yoo'],
  ['x', 'EHKS'],
  ['B2B', undefined],
  ['', undefined],
])('the letters of %j are written %s', (word, respelling) => {
  expect(formatInitialismRespelling(word)).toBe(respelling)
})

test('the last letter of the alphabet has two names', () => {
  expect([formatInitialismRespelling('NZ'), formatInitialismRespelling('NZ', 'en_GB')]).toEqual(['ehn-ZEE', 'ehn-ZEHD'])
})

test.each([
  ['', 100, 'write syllables such as toh-MAY-toh'],
  ['tuh-puhl', 100, 'no syllable is in capitals, so none is stressed'],
  ['TUH--puhl', 104, 'a syllable is empty'],
  ['-TUH', 100, 'a syllable is empty'],
  ['TUH-', 103, 'a syllable is empty'],
  ['TUH-Puhl', 104, 'syllable "Puhl" mixes capitals and small letters'],
  ['TUH-pu3l', 106, '"3" is neither a letter nor a dash'],
  ['TUH puhl', 103, '" " is neither a letter nor a dash'],
  ['tə-MAH', 101, '"ə" is neither a letter nor a dash'],
  ['uh-SH', 103, 'syllable "SH" is stressed but has no vowel'],
  [`A${'-a'.repeat(30)}1`, 161, '"1" is neither a letter nor a dash'],
])('%j is refused at its place', (respelling, offset, problem) => {
  const read = (): unknown => parseRespelling(respelling, 100)
  expect(read).toThrow(MarkupSyntaxError)
  expect(read).toThrow(`${problem} (at offset ${offset})`)
})
