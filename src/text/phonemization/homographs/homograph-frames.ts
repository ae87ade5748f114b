import { DETERMINERS, isOpenClass } from '../../language/word-classes.ts'
import { kindOfWord } from '../../language/word-kinds.ts'
import { wordSet } from '../../language/word-set.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** Verbs whose object is followed by a bare verb: `let your eyes close`, `watch the colors separate`. */
const CAUSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    let: 'let lets letting',
    make: 'make makes made making help helps helped helping',
    have: 'have has had having',
    see: 'see sees saw seeing watch watches watched watching hear hears heard hearing feel feels felt feeling notice notices noticed',
  }).flatMap(([causer, words]) => words.split(' ').map((word) => [word, causer] as const)),
)
const PERSONS_AS_OBJECTS = wordSet('me you him her it us them')
/** Words of the longest object that is looked through: `the oil and the warm water`. */
const OBJECT_REACH = 6

/** The class of the verb of letting, helping or seeing whose object ends right before the word at `index`; empty if there is none. */
export function findCauser({ words }: HomographSentence, index: number): string {
  const last = words[index - 1]
  if (last === undefined || (DETERMINERS.has(last.text) && !PERSONS_AS_OBJECTS.has(last.text))) return ''
  for (let i = index - 1; i >= Math.max(0, index - OBJECT_REACH); i--) {
    const { text, boundary } = words[i]!
    if (boundary !== undefined) return ''
    const causer = i === index - 1 ? undefined : CAUSERS.get(text)
    if (causer !== undefined) return causer
    if (!isOpenClass(text) && !DETERMINERS.has(text) && !PERSONS_AS_OBJECTS.has(text) && text !== 'and') return ''
  }
  return ''
}

/** What a clause or phrase that is put first begins with: `Before you sign, read`, `For a minute, alternate`, `To save it, export`. */
const FRONTED = new Set(['IF', 'PREP', 'TO'])

/** Whether what is before the word at `index` is a clause or phrase put first, with its comma. */
export function followsFronting(sentence: HomographSentence, index: number): boolean {
  const mark = sentence.words[index - 1]?.boundary?.mark
  return mark !== undefined && /^[,–—-]/.test(mark) && FRONTED.has(sentence.kindAt(0))
}

/** Kinds of finite verbs; `do` is left out, because a bare verb follows it. */
export const FINITE: ReadonlySet<string> = new Set(['vs', 'vd', 'vi', 'ed', 'BE', 'HAVE', 'MOD', 'WD'])
export const RELATIVES: ReadonlySet<string> = wordSet('that which who')

/** Whether `that`, `which` or `who` and a verb follow, so that the word is what they speak of: `conduct that puts others at risk`. */
export function leadsRelativeClause(next: string, afterNext: string): boolean {
  return RELATIVES.has(next) && FINITE.has(kindOfWord(afterNext))
}

/** Whether a word is an adjective and nothing else, as far as its ending or the list of common words says. */
export function isAdjective(word: string): boolean {
  const kind = kindOfWord(word)
  return kind === 'j' || kind === 'A'
}
