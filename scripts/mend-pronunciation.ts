import { isVowel, vowelPositions } from '../src/text/arpabet.ts'
import type { Pronunciation } from '../src/text/phonemization/lexicon/lexicon.ts'

/**
 * Repairs classes of mistakes in a pronunciation of CMUdict: two main stresses in one word, full vowels that lack a secondary
 * stress, and a final -a with the vowel of `spa`. docs/text-pronunciation.md lists the rules with their counts.
 */
export function mendPronunciation(word: string, pronunciation: Pronunciation): Pronunciation {
  // The parts of a hyphenated word keep their own stress.
  if (word.includes('-')) return pronunciation
  return strengthenVowels(word, strengthenPrefix(word, weakenLastA(word, keepOneMainStress(word, pronunciation))))
}

/** Endings that take the main stress of their word: `realization`, `lemonade`, `engineers`, `sixteenth`, `taiwanese`, `nationwide`. */
const STRESSED_ENDING = /(?:[ai]tion(?:s|al)?|ades?|[^s]eers?|esque|teen(?:s|ths?)?|ese|ette|wide)(?:'s?)?$/

/** Prefixes that leave the main stress to their stem: `overseas`, `nonfatal`, `downtown`. */
const LIGHT_PREFIX =
  /^(?:anti|arch|down|inter|mid|mis|multi|non(?!e(?:such|theless))|off|out|over|pre|post|re|un(?!it)|under|up)[a-z]{3,}(?:'s?)?$/

/** Nouns and verbs with such a beginning that are stressed like compounds. */
const STRESSED_PREFIX =
  /^(?:down(?:grade|vote)|midshipm[ae]n|misprint|offseason|outright|over(?:head|seer|stock)|prefab|re(?:make|match|run|take|test)|unquote|up(?:side|size|vote))(?:'?s)?$/

/** Beginnings that take the main stress although an unstressed syllable precedes the next one: `subcommittee`, `microsystems`. */
const HEAVY_PREFIX = /^(?:micro|mini|sub|super|tele)/

/** Numbers whose main stress depends on the next word: `nineteen`, `nineteen sixty`. They keep both. */
const LEVEL_STRESS = /^(?:thir|seven|nine)teen$/

/** Of several main stresses one stays: the first of a compound (`bitcoin`, `videotape`), otherwise the last. */
function keepOneMainStress(word: string, pronunciation: Pronunciation): Pronunciation {
  const main = pronunciation.flatMap((phoneme, i) => (phoneme.endsWith('1') ? [i] : []))
  if (main.length < 2 || LEVEL_STRESS.test(word)) return pronunciation
  const kept = isCompound(word, pronunciation, main) ? main[0]! : main.at(-1)!
  return pronunciation.map((phoneme, i) => (i === kept ? phoneme : phoneme.replace('1', '2')))
}

/** Whether a word with several main stresses reads like a compound: they are neighbours, or the last one is on the last syllable. */
function isCompound(word: string, pronunciation: Pronunciation, main: readonly number[]): boolean {
  if (STRESSED_PREFIX.test(word) || HEAVY_PREFIX.test(word)) return true
  if (STRESSED_ENDING.test(word) || LIGHT_PREFIX.test(word) || isSpelled(word, pronunciation)) return false
  const last = main.at(-1)!
  const between = pronunciation.slice(main[0]! + 1, last).some((phoneme) => isVowel(phoneme))
  return !between || !pronunciation.slice(last + 1).some((phoneme) => isVowel(phoneme))
}

/** Names of letters in order, as many as the word has letters: `dna`, `tvs`. */
const LETTER_NAME =
  /^(?:EY\d CH|EY\d|[BDPSTVZ] IY\d|JH IY\d|EH\d K S|EH\d [FLMNS]|AY\d|[JK]H? EY\d|OW\d|K Y UW\d|AA\d R|Y UW\d|D AH\d B AH\d L Y UW\d|W AY\d|IY\d)(?: |$)/

function isSpelled(word: string, pronunciation: Pronunciation): boolean {
  const letters = word.replace(/'?s?'?$/, '')
  let rest = pronunciation.join(' ')
  let names = 0
  while (LETTER_NAME.test(rest)) {
    rest = rest.replace(LETTER_NAME, '')
    names++
  }
  return names >= letters.length
}

/** An unstressed final -a, and its -s, is a schwa: `diploma`, `contreras`. */
function weakenLastA(word: string, pronunciation: Pronunciation): Pronunciation {
  const [, plural] = /^(?!ahah$|aloha|grandma|utah).*[^a]ah?('?s)?$/.exec(word) ?? [undefined, '']
  const at = plural === undefined ? -1 : -2
  if (plural === '' || pronunciation.at(at) !== 'AA0') return pronunciation
  return pronunciation.with(at, 'AH0')
}

/** The vowels that the voice shortens by a quarter to two fifths without stress. The others sound alike with 0 and 2. */
const FULL_VOWEL = /^(?:AA|AE|AW|AY)0$/

/** Prefixes that have a secondary stress of their own, and their vowel in CMUdict. */
const STRONG_PREFIX: readonly (readonly [spelling: RegExp, vowel: string])[] = [
  [/^non/, 'AA0'],
  [/^out/, 'AW0'],
  [/^un/, 'AH0'],
]

/** The vowel of `non-` and `out-`, and of `un-` if an unstressed syllable comes next, has secondary stress: `outrageous`, `unattended`. */
function strengthenPrefix(word: string, pronunciation: Pronunciation): Pronunciation {
  const [first, second] = vowelPositions(pronunciation)
  const prefix = STRONG_PREFIX.find(([spelling, vowel]) => spelling.test(word) && pronunciation[first!] === vowel)
  if (prefix === undefined || second === undefined) return pronunciation
  if (prefix[1] === 'AH0' && !pronunciation[second]!.endsWith('0')) return pronunciation
  return pronunciation.with(first!, `${prefix[1].slice(0, -1)}2`)
}

/** Endings of names and of men whose vowel is weak, whatever CMUdict writes: `frenchman`, `burnham`, `denniston`. */
const WEAK_ENDING = /(?:m[ae]n|land(?:er)?|ham|(?:[lst]t|[lr]et)on|gan|[^r]op)(?:'?s|s')?$/

/**
 * A full vowel without stress gets secondary stress in the first syllable if the main stress is two or more syllables away
 * (`vaccination`), and after the main stress: diphthongs, and other vowels in closed syllables (`tabloid`, `salazar`).
 */
function strengthenVowels(word: string, pronunciation: Pronunciation): Pronunciation {
  const vowels = vowelPositions(pronunciation)
  const main = pronunciation.findIndex((phoneme) => phoneme.endsWith('1'))
  const isFirst = (i: number): boolean =>
    i === vowels[0] && main > (vowels[1] ?? main) && pronunciation[vowels[1]!]!.endsWith('0')
  const isAfterMain = (i: number): boolean =>
    main !== -1 && i > main && !WEAK_ENDING.test(word) && (isDiphthong(pronunciation[i]!) || isClosed(pronunciation, i))
  return pronunciation.map((phoneme, i) =>
    FULL_VOWEL.test(phoneme) && (isFirst(i) || isAfterMain(i)) ? phoneme.replace('0', '2') : phoneme,
  )
}

function isDiphthong(phoneme: string): boolean {
  return phoneme.startsWith('AW') || phoneme.startsWith('AY')
}

/** Whether a syllable ends in a consonant: the last one of a word, or one before two consonants. */
function isClosed(pronunciation: Pronunciation, vowel: number): boolean {
  const next = pronunciation.findIndex((phoneme, i) => i > vowel && isVowel(phoneme))
  return next === -1 ? vowel < pronunciation.length - 1 : next - vowel > 2
}
