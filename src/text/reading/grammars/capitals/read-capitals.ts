import { LOUD_WORDS, READ_AS_WORDS, SPELLED, SPELLED_IN_ANY_CASE, STRESSED_WORDS } from '../../../english/acronyms.ts'
import { partOfSpeech } from '../../../english/common-words.ts'
import { isFunctionWord } from '../../../english/word-classes.ts'
import { wordList } from '../../../english/word-list.ts'
import type { Manner } from '../../scene.ts'
import { type SpokenWord, say, spell, wordOf } from '../../spoken-word.ts'
import { splitJoinedWords } from '../word/split-joined-words.ts'
import { hasTriple, unstretch } from '../word/unstretch.ts'

export const VOWEL = /[aeiouy]/
/** Sounds that are written without a vowel. */
export const SOUND = /^(?:sh+|h?m+|brr+|ps+t|grr+|z+|pf+t|tsk|shh+|nth)$/

/** All capitals: spelled or read. `BBC'S` counts as `BBC's`. */
export function readCapitals(text: string, manner: Manner): readonly SpokenWord[] {
  const [, stem = text, ending = ''] = /^([A-Z]+)('S)$/.exec(text) ?? []

  const drawn = ending === '' ? readDrawnOut(stem, manner) : undefined
  const joined = drawn ?? readJoinedWords(text, stem.toLowerCase(), manner)
  if (joined !== undefined) return joined
  if (isReadAsWord(stem, manner)) return [wordOf(text)]
  return ending === '' ? say(spell(stem)) : spellWithEnding(stem)
}

/** Letters whose sound can be held. */
const HELD = /([aeiouyfhlmnrsvwz])\1\1/

/** `GOOOAL`, `NOOO`: a word whose letters are drawn out; `XVIII` is a numeral, and `AAAS` and `ACCC` are names. */
function readDrawnOut(capitals: string, { isWord }: Manner): readonly SpokenWord[] | undefined {
  const lower = capitals.toLowerCase()
  if (!hasTriple(lower) || /^(?:[IVXLCDM]+|AAA[^AH].*)$/.test(capitals)) return undefined
  const word = unstretch(lower, isWord)
  return word.length > (HELD.test(lower) ? 1 : 2) && isWord(word) ? [wordOf(word)] : undefined
}

/** `TOUCHLINE` and `DITCHVAPE` are a compound, `JOINUS` two words: letters that the lexicon has only in parts. */
function readJoinedWords(text: string, lower: string, { isWord }: Manner): readonly SpokenWord[] | undefined {
  const split = isWord(lower) ? undefined : splitJoinedWords(lower, isWord)
  if (split === undefined) return undefined
  const words = split.split(' ')
  const [first = '', second = ''] = words
  if (words.length === 2 && isCompound(first, second)) return [wordOf(text)]
  return !words.every(isFunctionWord) && words.every(isFrequent) ? say(split) : undefined
}

/** Words that follow a verb more often than they end a compound: `shopnow`. */
const LATER = wordList('later')

function isCompound(first: string, second: string): boolean {
  return first.length > 3 && second.length > 2 && !isFunctionWord(second) && !LATER.has(second)
}

function isFrequent(word: string): boolean {
  return partOfSpeech(word) !== undefined || word.length < 4
}

export function spellWithEnding(letters: string, ending: 's' | 'd' = 's'): readonly SpokenWord[] {
  return say(`${spell(letters)}'${ending}`)
}

/** Whether capitals are a word: one written loud, or an acronym that people read. */
export function isReadAsWord(capitals: string, { isWord, shouting }: Manner): boolean {
  const lower = capitals.toLowerCase()
  if (READ_AS_WORDS.has(lower)) return true
  if (SPELLED_IN_ANY_CASE.has(lower)) return false
  if (!VOWEL.test(lower) && !SOUND.test(lower)) return false
  if (SPELLED.has(lower)) return shouting && LOUD_WORDS.has(lower)
  if (!shouting && lower.length <= 3) return STRESSED_WORDS.has(lower)
  return isWord(lower) || (lower.length > 4 && isPronounceable(lower))
}

/** Whether letters are syllables as English words have them: `FINRA` is, `ASPCA`, `USPTO`, `JROTC` and `NASUWT` are not. */
export function isPronounceable(lower: string): boolean {
  return SYLLABLES.test(lower) && !/[aeiou]{3}|ii|uu/.test(lower)
}

/**
 * Consonants that begin a syllable; those that end one before the next, or at the end of a word. Y counts only as a vowel: if it could be
 * either, a row of Ys would have exponentially many readings, and the expression would try them all.
 */
const ONSET =
  '(?:[bcfgkp][lr]|[dt][rw]|[ckpstw]h|qu|gn|kn|wr|s[cklmnpqtw]|sc[hr]|s[pt]r|spl|shr|thr|[b-df-hj-np-tv-xz])'
const CODA = '(?:[lmnr][b-df-hj-np-tv-xz]|[b-df-hj-np-tv-xz])'
const FINAL =
  '(?:[cfpsx]t|[fls]h?t|l[dfkmpt]|mp|n[cdgkt]|r[bcdfgklmnpt]|s[kp]|[cgpst]h|ck|([bdfglnrstz])\\1|[b-df-hj-np-tv-xz])s?'
const SYLLABLES = new RegExp(`^${ONSET}?[aeiouy]+(?:${CODA}?${ONSET}[aeiouy]+)*(?:${FINAL})?$`)
