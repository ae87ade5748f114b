import rows from '../../../../data/english/british-endings.json' with { type: 'json' }
import { isVowel } from '../../arpabet.ts'
import { dialectOf, hasTrait, type Locale } from '../../english/dialects.ts'
import { attachEnding } from '../derivation/attach-ending.ts'
import { spellStems } from '../derivation/spell-stems.ts'
import type { Lexicon, Pronunciation } from './lexicon.ts'

/** Inflections that follow a dialect's pronunciation of their stem: `scheduling` is said as `schedule` is. */
const INFLECTIONS = new Set(['s', "'s", 'ed', 'ing', 'er', 'ers', 'ly'])
const MAY_BE_INFLECTED = /.{3}(?:s|ed|ing|er|ly)$/

export type LookUpOptions = { readonly lexicon: Lexicon; readonly locale: Locale }

/** The usual pronunciation in the lexicon: American, or that of the dialect if it differs. Undefined for an unknown word. */
export function lookUpWord(word: string, options: LookUpOptions): Pronunciation | undefined {
  const { lexicon, locale } = options
  const american = lexicon.pronunciationsOf(word)[0]
  return lookUpRegional(word, options) ?? (american === undefined ? undefined : toDialect(word, american, locale))
}

/** An American pronunciation, with the classes of British sounds that the spelling shows if the dialect has them: `Harry`, `Ledbury`, `fertile`. */
export function toDialect(word: string, american: Pronunciation, locale: Locale): Pronunciation {
  return hasTrait(locale, 'british-sounds') ? withBritishEnding(word, withBritishShortVowel(word, american)) : american
}

/** Endings that the British say otherwise: hurried over, as in `secretary` and `Farnborough`, or said in full, as in `fertile`. */
const BRITISH_ENDINGS = rows.map(({ spelled, american, british }) => ({
  spelled: spelled.split(' '),
  american: american.split(' '),
  british: british.split(' '),
}))

/** A plural has the ending of its singular. */
function withBritishEnding(word: string, phonemes: Pronunciation): Pronunciation {
  if (word.endsWith('s') && phonemes.at(-1) === 'Z')
    return [...withBritishEnding(word.slice(0, -1), phonemes.slice(0, -1)), 'Z']
  const ending = BRITISH_ENDINGS.find(
    ({ spelled, american }) => spelled.some((letters) => word.endsWith(letters)) && endsIn(phonemes, american),
  )
  return ending === undefined ? phonemes : [...phonemes.slice(0, -ending.american.length), ...ending.british]
}

/** Whether the last sounds of a word are these; secondary stress counts as none. */
function endsIn(phonemes: Pronunciation, ending: Pronunciation): boolean {
  return ending.every((sound, i) => phonemes.at(i - ending.length)?.replace('2', '0') === sound)
}

/**
 * Short A before R, which many Americans say as in `merry`: `Harry`, `Paris`, `charity`, `comparison`, `transparent`, `larynx`,
 * `chariot`. Long A stays: `area`, `parent`, `vary`, `caring`, `librarian`, `garish`; so does what is no A: `necessarily`, `Carreras`.
 */
const SHORT_A =
  /(?:^|[^aeo])ar(?:r[aeiouy]|[ao](?!h?$|e)|i(?:(?!ng|[aeou]|ness)|o[nt])|e(?:n(?:[cdt]|$)|t$|gor)|y[not])|earit/
const LONG_A = /pharao|rarit|wari|scari(?!f)|arily|[gmu]arish|arrer|(?<!ap|trans)parent/
/** Short A before R if the main stress comes later: `Ariadne`, `bariatric`, `Mariana`, but not `variation`. */
const SHORT_BEFORE_STRESS = /(?<!v)ar(?:ia(?!n(?:i|s|$))|i[eo]|eo|ya)/

/** Short U before R, which many Americans say as in `purr`: `Burridge`, `surrogate`, `Murrumbidgee`, but not `blurring` or `furry`. */
const SHORT_U = /urr(?:a(?!l)|[ou]|e(?![dr])|i(?!ng|sh|er)|y[a-z])/

function withBritishShortVowel(word: string, phonemes: Pronunciation): Pronunciation {
  const at = SHORT_U.test(word) ? phonemes.findIndex((phoneme) => /^ER[12]$/.test(phoneme)) : -1
  if (at < 0 || !isVowel(phonemes[at + 1] ?? '')) return withBritishShortA(word, phonemes)
  return [...phonemes.slice(0, at), phonemes[at]!.replace('ER', 'AH'), 'R', ...phonemes.slice(at + 1)]
}

function withBritishShortA(word: string, phonemes: Pronunciation): Pronunciation {
  const at = phonemes.findIndex((phoneme, index) => /^EH[12]$/.test(phoneme) && phonemes[index + 1] === 'R')
  if (at < 0) return phonemes
  const isBeforeStress = phonemes[at] === 'EH2' && phonemes.slice(at).some((phoneme) => phoneme.endsWith('1'))
  return (isBeforeStress && SHORT_BEFORE_STRESS.test(word)) || (SHORT_A.test(word) && !LONG_A.test(word))
    ? phonemes.with(at, phonemes[at]!.replace('EH', 'AE'))
    : phonemes
}

function lookUpRegional(word: string, { lexicon, locale }: LookUpOptions): Pronunciation | undefined {
  if (dialectOf(locale).lexicons.length === 0) return undefined
  const own = lexicon.regionalPronunciationsOf(word, locale)[0]
  if (own !== undefined || !MAY_BE_INFLECTED.test(word)) return own
  for (const { stem, ending } of spellStems(word)) {
    const known = INFLECTIONS.has(ending) ? lexicon.regionalPronunciationsOf(stem, locale)[0] : undefined
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
