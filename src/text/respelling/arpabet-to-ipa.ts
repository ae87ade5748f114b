import { DEFAULT_LOCALE, findLocale, hasTrait } from '../english/dialects.ts'

/** `espeak`: the letters of espeak-ng, for Piper's voices. `misaki`: the letters of Misaki, for Kokoro's voices. */
export type IpaAlphabet = 'espeak' | 'misaki'

export type IpaOptions = {
  readonly alphabet: IpaAlphabet
  /** In lower case. A code of no dialect is read as American. */
  readonly languageCode: string
}

type Spelling = Readonly<Record<IpaAlphabet, string>>

const same = (letters: string): Spelling => ({ espeak: letters, misaki: letters })

/**
 * IPA letters of ARPAbet in each alphabet, from https://github.com/espeak-ng/espeak-ng/blob/master/docs/phonemes.md and
 * https://github.com/hexgrad/misaki/blob/main/EN_PHONES.md. Misaki writes a diphthong or affricate as one letter.
 */
const AMERICAN: Readonly<Record<string, Spelling>> = {
  B: same('b'),
  CH: { espeak: 'tʃ', misaki: 'ʧ' },
  D: same('d'),
  DH: same('ð'),
  F: same('f'),
  G: same('ɡ'),
  HH: same('h'),
  JH: { espeak: 'dʒ', misaki: 'ʤ' },
  K: same('k'),
  L: same('l'),
  M: same('m'),
  N: same('n'),
  NG: same('ŋ'),
  P: same('p'),
  R: same('ɹ'),
  S: same('s'),
  SH: same('ʃ'),
  T: same('t'),
  TH: same('θ'),
  V: same('v'),
  W: same('w'),
  Y: same('j'),
  Z: same('z'),
  ZH: same('ʒ'),
  AA: { espeak: 'ɑː', misaki: 'ɑ' },
  AE: same('æ'),
  AH: same('ʌ'),
  AH0: same('ə'),
  AO: { espeak: 'ɔː', misaki: 'ɔ' },
  AW: { espeak: 'aʊ', misaki: 'W' },
  AY: { espeak: 'aɪ', misaki: 'I' },
  EH: same('ɛ'),
  ER: { espeak: 'ɜː', misaki: 'ɜɹ' },
  ER0: { espeak: 'ɚ', misaki: 'əɹ' },
  EY: { espeak: 'eɪ', misaki: 'A' },
  IH: same('ɪ'),
  IY: { espeak: 'iː', misaki: 'i' },
  IY0: same('i'),
  OW: { espeak: 'oʊ', misaki: 'O' },
  OY: { espeak: 'ɔɪ', misaki: 'Y' },
  UH: same('ʊ'),
  UW: { espeak: 'uː', misaki: 'u' },
}

/** Whether the dialect of a language has British sounds. */
export function isBritish({ languageCode }: Pick<IpaOptions, 'languageCode'>): boolean {
  return hasTrait(findLocale(languageCode) ?? DEFAULT_LOCALE, 'british-sounds')
}

/** British sounds that differ from the American ones. */
const BRITISH: Readonly<Record<string, Spelling>> = {
  AA: same('ɑː'),
  AE: { espeak: 'a', misaki: 'a' },
  AO: same('ɔː'),
  ER: same('ɜː'),
  ER0: same('ə'),
  IY: same('iː'),
  OW: { espeak: 'əʊ', misaki: 'Q' },
  UW: same('uː'),
}

/** Placed directly before the vowel in both alphabets. */
const STRESS_MARKS: Readonly<Record<string, string>> = { 1: 'ˈ', 2: 'ˌ' }

/** Converts an ARPAbet phoneme to IPA: `AY1` becomes `ˈaɪ`. Throws for anything else. */
export function arpabetToIpa(phoneme: string, options: IpaOptions): string {
  const { sound, stress } = /^(?<sound>[A-Z]+)(?<stress>[012]?)$/.exec(phoneme)?.groups ?? {}
  const regional = isBritish(options) ? BRITISH : {}
  const spelling = regional[phoneme] ?? AMERICAN[phoneme] ?? regional[sound ?? ''] ?? AMERICAN[sound ?? '']
  if (spelling === undefined) throw new Error(`Cannot speak phoneme "${phoneme}": it is not one of English`)
  return (STRESS_MARKS[stress ?? ''] ?? '') + spelling[options.alphabet]
}
