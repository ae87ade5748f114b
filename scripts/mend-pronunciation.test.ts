import { describe, expect, test } from 'vitest'
import { mendPronunciation } from './mend-pronunciation.ts'

const mend = (word: string, pronunciation: string): string =>
  mendPronunciation(word, pronunciation.split(' ')).join(' ')

/** Mends the first pronunciation of a line `word: CMUdict > mended` or `word: CMUdict =`, and writes the line that results. */
function mendLine(line: string): string {
  const [, word, before] = /^(\S+): (.*?) [>=]/.exec(line)!
  const after = mend(word!, before!)
  return after === before ? `${word}: ${before} =` : `${word}: ${before} > ${after}`
}

describe('of several main stresses', () => {
  test('the first stays in compounds', () => {
    const lines = [
      'bitcoin: B IH1 T K OY1 N > B IH1 T K OY2 N',
      'videotape: V IH1 D IY0 OW0 T EY1 P > V IH1 D IY0 OW0 T EY2 P',
      'headmaster: HH EH1 D M AE1 S T ER0 > HH EH1 D M AE2 S T ER0',
      "baseball's: B EY1 S B AO1 L Z > B EY1 S B AO2 L Z",
      'subcommittee: S AH1 B K AH0 M IH1 T IY0 > S AH1 B K AH0 M IH2 T IY0',
      'overhead: OW1 V ER0 HH EH1 D > OW1 V ER0 HH EH2 D',
      'upvotes: AH1 P V OW1 T S > AH1 P V OW2 T S',
    ]
    expect(lines.map(mendLine)).toEqual(lines)
  })

  test('the last stays after light prefixes, before heavy endings and in spelled words', () => {
    const lines = [
      'overseas: OW1 V ER0 S IY1 Z > OW2 V ER0 S IY1 Z',
      'downtown: D AW1 N T AW1 N > D AW2 N T AW1 N',
      'underpaid: AH1 N D ER0 P EY1 D > AH2 N D ER0 P EY1 D',
      'seventeenth: S EH1 V AH0 N T IY1 N TH > S EH2 V AH0 N T IY1 N TH',
      'engineers: EH1 N JH AH0 N IH1 R Z > EH2 N JH AH0 N IH1 R Z',
      'realization: R IY1 L AH0 Z EY1 SH AH0 N > R IY2 L AH0 Z EY1 SH AH0 N',
      'nationwide: N EY1 SH AH0 N W AY1 D > N EY2 SH AH0 N W AY1 D',
      "fbi's: EH1 F B IY1 AY1 Z > EH2 F B IY2 AY1 Z",
      'hiv: EY1 CH AY1 V IY1 > EY2 CH AY2 V IY1',
    ]
    expect(lines.map(mendLine)).toEqual(lines)
  })

  test('the last stays in long words with an unstressed syllable on both sides', () => {
    const lines = [
      'hipolito: IY1 P OW0 L IY1 T OW0 > IY2 P OW0 L IY1 T OW0',
      'duodenal: D UW1 AH0 D IY1 N AH0 L > D UW2 AH0 D IY1 N AH0 L',
    ]
    expect(lines.map(mendLine)).toEqual(lines)
  })

  test('all stay in hyphenated words and in numbers', () => {
    const lines = [
      'long-range: L AO1 NG R EY1 N JH =',
      'non-fatal: N AA0 N F EY1 T AH0 L =',
      'nineteen: N AY1 N T IY1 N =',
    ]
    expect(lines.map(mendLine)).toEqual(lines)
  })
})

test('non-, out- and un- before an unstressed syllable have secondary stress', () => {
  const lines = [
    'nonviolent: N AA0 N V AY1 AH0 L AH0 N T > N AA2 N V AY1 AH0 L AH0 N T',
    'outrageous: AW0 T R EY1 JH AH0 S > AW2 T R EY1 JH AH0 S',
    'unattended: AH0 N AH0 T EH1 N D IH0 D > AH2 N AH0 T EH1 N D IH0 D',
    'unknown: AH0 N N OW1 N =',
    'unpatriotic: AH0 N P EY2 T R IY0 AA1 T IH0 K =',
    'our: AW0 ER0 =',
  ]
  expect(lines.map(mendLine)).toEqual(lines)
})

test('a full vowel has secondary stress in the first syllable, two or more syllables before the main stress', () => {
  const lines = [
    'vaccination: V AE0 K S AH0 N EY1 SH AH0 N > V AE2 K S AH0 N EY1 SH AH0 N',
    'violin: V AY0 AH0 L IH1 N > V AY2 AH0 L IH1 N',
    // The second syllable has it.
    'administration: AE0 D M IH2 N IH0 S T R EY1 SH AH0 N =',
    // Next to the main stress it is weak.
    'campaign: K AE0 M P EY1 N =',
    'biology: B AY0 AA1 L AH0 JH IY0 =',
  ]
  expect(lines.map(mendLine)).toEqual(lines)
})

test('a full vowel has secondary stress after the main stress', () => {
  const lines = [
    'amtrak: AE1 M T R AE0 K > AE1 M T R AE2 K',
    'salazar: S AE1 L AH0 Z AA0 R > S AE1 L AH0 Z AA2 R',
    'rectangle: R EH1 K T AE0 NG G AH0 L > R EH1 K T AE2 NG G AH0 L',
    'vilified: V IH1 L AH0 F AY0 D > V IH1 L AH0 F AY2 D',
    'ally: AE1 L AY0 > AE1 L AY2',
    'birkenau: B ER1 K AH0 N AW0 > B ER1 K AH0 N AW2',
    // An open syllable, and the weak endings of names.
    'panoply: P AE1 N AA0 P L IY0 > P AE1 N AA2 P L IY0',
    'byproduct: B AY1 P R AA0 D AH0 K T =',
    'frenchman: F R EH1 N CH M AE0 N =',
    'burnham: B ER1 N HH AE0 M =',
    'williston: W IH1 L IH0 S T AA0 N =',
  ]
  expect(lines.map(mendLine)).toEqual(lines)
})

test('a final -a is a schwa', () => {
  const lines = [
    'diploma: D IH0 P L OW1 M AA0 > D IH0 P L OW1 M AH0',
    'contreras: K AA0 N T R EH1 R AA0 Z > K AA0 N T R EH1 R AH0 Z',
    'ayatollahs: AY2 AH0 T AA1 L AA0 Z > AY2 AH0 T AA1 L AH0 Z',
    'grandma: G R AE1 N D M AA0 =',
    'spa: S P AA1 =',
    'koolhaas: K UW1 L HH AA0 S > K UW1 L HH AA2 S',
  ]
  expect(lines.map(mendLine)).toEqual(lines)
})
