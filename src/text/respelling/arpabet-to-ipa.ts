import rows from '../../../data/english/ipa.json' with { type: 'json' }
import { DEFAULT_LOCALE, findLocale, hasTrait } from '../english/dialects.ts'

/** `espeak`: the letters of espeak-ng, for Piper's voices. `misaki`: the letters of Misaki, for Kokoro's voices. */
export type IpaAlphabet = 'espeak' | 'misaki'

export type IpaOptions = {
  readonly alphabet: IpaAlphabet
  /** In lower case. A code of no dialect is read as American. */
  readonly languageCode: string
}

/** The letters of each sound in each alphabet, by its phone or, if its stress matters, by its symbol. */
const SPELLINGS = new Map(rows.map((row) => [row.phone, row] as const))

/** Placed directly before the vowel in both alphabets. */
const STRESS_MARKS: Readonly<Record<string, string>> = { 1: 'ˈ', 2: 'ˌ' }

/** Whether the dialect of a language has British sounds. */
export function isBritish({ languageCode }: Pick<IpaOptions, 'languageCode'>): boolean {
  return hasTrait(findLocale(languageCode) ?? DEFAULT_LOCALE, 'british-sounds')
}

/** Converts an ARPAbet phoneme to IPA: `AY1` becomes `ˈaɪ`. Throws for anything else. */
export function arpabetToIpa(phoneme: string, options: IpaOptions): string {
  const [, phone = '', stress = ''] = /^([A-Z]+)([012]?)$/.exec(phoneme) ?? []
  const spelling = SPELLINGS.get(phoneme) ?? SPELLINGS.get(phone)
  if (spelling === undefined) throw new Error(`Cannot speak phoneme "${phoneme}": it is not one of English`)
  const { alphabet } = options
  return (STRESS_MARKS[stress] ?? '') + spelling[isBritish(options) ? (`british_${alphabet}` as const) : alphabet]
}
