import { attachEnding } from '../derivation/attach-ending.ts'
import { spellStems } from '../derivation/spell-stems.ts'
import type { Lexicon, Pronunciation } from './lexicon.ts'

/** Inflections that follow a British pronunciation of their stem: `scheduling` is said as `schedule` is. */
const INFLECTIONS = new Set(['s', "'s", 'ed', 'ing', 'er', 'ers', 'ly'])
const MAY_BE_INFLECTED = /.{3}(?:s|ed|ing|er|ly)$/

/** The usual pronunciation in the lexicon: American, or British if it differs. Undefined for an unknown word. */
export function lookUpWord(
  word: string,
  { lexicon, locale }: { lexicon: Lexicon; locale: 'en_US' | 'en_GB' },
): Pronunciation | undefined {
  const american = lexicon.pronunciationsOf(word)[0]
  if (locale === 'en_US') return american
  return lookUpBritish(word, lexicon) ?? (american === undefined ? undefined : toBritish(word, american))
}

/** An American pronunciation with the classes of British sounds that the spelling shows: `Harry`, `Ledbury`, `Farnborough`. */
export function toBritish(word: string, american: Pronunciation): Pronunciation {
  return withWeakEnding(word, withBritishShortA(word, american))
}

/** Names in -bury and -borough, whose ending the British hurry over. */
function withWeakEnding(word: string, phonemes: Pronunciation): Pronunciation {
  const stem = phonemes.slice(0, phonemes.lastIndexOf('B') + 1)
  const ending = phonemes.slice(stem.length).join(' ')
  if (word.endsWith('bury') && /^EH[02] R IY0$/.test(ending)) return [...stem, 'ER0', 'IY0']
  return word.endsWith('borough') && /^(?:ER[02]|AH0 R) OW[02]$/.test(ending) ? [...stem, 'ER0', 'AH0'] : phonemes
}

/**
 * Short A before R, which many Americans say as in `merry`: `Harry`, `Paris`, `charity`, `comparison`. Long A stays: `area`, `parent`,
 * `vary`, `caring`, `librarian`, `garish`; so does what is no A: `necessarily`, `Carreras`.
 */
const SHORT_A = /(?:^|[^aeo])ar(?:r[aeiouy]|[ao](?!h?$)|i(?!ng|[aeou]|ness))/
const LONG_A = /pharao|rarit|wari|scari|arily|[gmu]arish|arrer/

function withBritishShortA(word: string, phonemes: Pronunciation): Pronunciation {
  if (!SHORT_A.test(word) || LONG_A.test(word)) return phonemes
  const at = phonemes.findIndex((phoneme, index) => /^EH[12]$/.test(phoneme) && phonemes[index + 1] === 'R')
  return at < 0 ? phonemes : phonemes.with(at, phonemes[at]!.replace('EH', 'AE'))
}

function lookUpBritish(word: string, lexicon: Lexicon): Pronunciation | undefined {
  const own = lexicon.britishPronunciationsOf(word)[0]
  if (own !== undefined || !MAY_BE_INFLECTED.test(word)) return own
  for (const { stem, ending } of spellStems(word)) {
    const known = INFLECTIONS.has(ending) ? lexicon.britishPronunciationsOf(stem)[0] : undefined
    if (known !== undefined && isFormOf(stem, word, lexicon)) return attachEnding(known, ending)
  }
  return undefined
}

/** Whether Americans say a word as a form of a stem: `touching` is none of `touche`. An unknown word is one. */
function isFormOf(stem: string, word: string, lexicon: Lexicon): boolean {
  const [stressed, ofStem] = [word, stem].map((one) =>
    lexicon.pronunciationsOf(one)[0]?.find((phoneme) => phoneme.endsWith('1')),
  )
  return stressed === undefined || ofStem === undefined || stressed === ofStem
}
